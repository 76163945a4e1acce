import {
  type ErrorData,
  type ErrorName,
  ERRORS,
  type Language,
  type SharedErrorName,
} from '@procurement-intents/contract';
import {
  BEARER_CODE_OF,
  BEARER_ERRORS,
  type BearerErrorCode,
  type BearerErrorExtras,
  type BearerErrorRow,
} from '@procurement-intents/contract/bearer';
import { type Refusal, RETRY_AFTER_SECONDS } from '../present-error.ts';
import { BearerError } from './bearer-error.ts';

/** An error of the bearer scheme with its texts in one language. */
interface BearerRefusal {
  code: BearerErrorCode;
  extras: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
}

/**
 * Status, headers and body under /v1 and /auth of what was thrown.
 *
 * @param error - one of the bearer scheme, or a refusal of a rule or step that both schemes share.
 */
export function presentBearerError(error: BearerError | Refusal, language: Language) {
  const { code, extras, headers } = error instanceof BearerError ? error : translated(error, language);
  const row: BearerErrorRow = BEARER_ERRORS[code];
  return {
    status: row.status,
    headers: {
      ...(row.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(row.retry === 'later' && row.status !== 500 && { 'Retry-After': RETRY_AFTER_SECONDS }),
      ...headers,
    },
    body: { error: { code, message: row[language], ...extras } },
  };
}

/** The same refusal in the words of the bearer scheme. */
function translated({ name, data, headers }: Refusal, language: Language): BearerRefusal {
  // Nothing under /v1 refuses by a row of the signed scheme alone.
  if (!isShared(name)) return { code: 'internal', extras: {}, headers };
  // Each error has its own kind of data, and the row of its name reads it.
  const extrasOf = EXTRAS_OF[name] as (data: unknown, message: string) => Readonly<Record<string, unknown>>;
  // The data may be left out where an error is thrown.
  const extras = data === null && ERRORS[name].data !== null ? {} : extrasOf(data, ERRORS[name][language]);
  return { code: BEARER_CODE_OF[name], headers, extras };
}

const isShared = (name: ErrorName): name is SharedErrorName => name in BEARER_CODE_OF;

type ExtrasOf<N extends SharedErrorName> = (
  data: ErrorData<N>,
  message: string,
) => BearerErrorExtras<(typeof BEARER_CODE_OF)[N]>;

const none = () => ({});
const same = <T>(data: T): T => data;
const ofBody = (_data: null, message: string) => ({ errors: [{ field: 'body', message }] });
const ofStatus = ({ currentStatus, reason }: ErrorData<'CANCEL_REFUSED'>) => ({
  reason,
  current_status: currentStatus,
});
const ofStatuses = ({ currentStatus, allowedStatuses }: ErrorData<'SUBMIT_REFUSED'>) => ({
  current_status: currentStatus,
  allowed_statuses: allowedStatuses,
});

/** What the bearer scheme shows of the data of each error. */
const EXTRAS_OF: { [N in SharedErrorName]: ExtrasOf<N> } = {
  VALIDATION_FAILED: same,
  BODY_MALFORMED: ofBody,
  REQUEST_MALFORMED: ofBody,
  IP_NOT_ALLOWED: same,
  HTTPS_REQUIRED: none,
  NOT_OWNER: none,
  PERMISSION_MISSING: none,
  ROUTE_NOT_FOUND: none,
  INTENT_NOT_FOUND: none,
  METHOD_NOT_ALLOWED: none,
  UPDATE_REFUSED: ofStatuses,
  SUBMIT_REFUSED: ofStatuses,
  ARCHIVE_REFUSED: ofStatuses,
  CANCEL_REFUSED: ofStatus,
  DELETE_REFUSED: ofStatus,
  VERSION_CONFLICT: ({ currentVersion }) => ({ current_version: currentVersion }),
  WEBHOOK_NOT_FOUND: none,
  DELIVERY_NOT_FOUND: none,
  WEBHOOK_EXISTS: same,
  WEBHOOK_DISABLED: ({ disabledReason }) => ({ disabled_reason: disabledReason }),
  REPLAY_RUNNING: ({ replayId }) => ({ replay_id: replayId }),
  LIMIT_REACHED: same,
  EVENTS_EXPIRED: ({ oldestCursor }) => ({ oldest_cursor: oldestCursor }),
  CANCEL_FAILED: ({ reason }) => ({ reason }),
  BODY_TOO_LARGE: none,
  URL_TOO_LONG: none,
  MEDIA_TYPE_UNSUPPORTED: none,
  RATE_LIMITED: none,
  INTERNAL: none,
  CANCEL_UNDECIDED: none,
  UNAVAILABLE: none,
  LIST_TOO_COSTLY: none,
};
