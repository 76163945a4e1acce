import { contract } from '../../src/contract.ts';
import {
  ERROR_NAMES,
  ERRORS,
  type ErrorDescription,
  type ErrorName,
  type ErrorRow,
  type RetryAdvice,
} from '../../src/errors.ts';
import { DEFENCES } from '../../src/limits.ts';
import type { OperationId } from '../../src/route-table.ts';
import { anchor, code, grouped, page, table } from '../markdown.ts';

/** The cause of each error, from the caller's point of view. */
const CAUSES: Record<ErrorName, string> = {
  BATCH_PARTIAL:
    'Items stand alone: what one of them fails by, such as a wrong field or a key that was used before, keeps no other from being accepted.',
  VALIDATION_FAILED:
    'At least one field or query parameter is missing, unknown, of the wrong type or out of bounds. All invalid fields are reported at once.',
  UPDATE_REFUSED: 'The intent has left the statuses in which it can still be changed.',
  SUBMIT_REFUSED: 'The intent is not a draft: it was already submitted or has ended.',
  ARCHIVE_REFUSED: 'The intent has not ended yet.',
  BODY_MALFORMED:
    'The body is not a JSON object, holds bytes that are not UTF-8, or was sent with a call that takes no body.',
  REQUEST_MALFORMED: 'The bytes are not an HTTP request, or its headers are larger than the service accepts.',
  CANCEL_REFUSED: 'The intent is still a draft, or its purchase has ended.',
  DELETE_REFUSED: 'The intent is in progress or completed; the service keeps these records.',
  SIGNATURE_INVALID:
    'The signature that the service computed differs from the one sent. Usual causes: the body was serialised again after signing, the query string was re-encoded on the way, or the secret belongs to another App.',
  TIMESTAMP_INVALID: "`X-Timestamp` is missing, is not 13 digits, or is too far from the service's clock.",
  APP_UNKNOWN: '`X-App-Id` is missing, or no enabled App has this id.',
  IP_NOT_ALLOWED: 'The App has an allow list and the call came from an address outside it.',
  HTTPS_REQUIRED: 'The call arrived over plain HTTP where only HTTPS is served.',
  NOT_OWNER: 'The record exists, but another App created it.',
  PERMISSION_MISSING: 'The App may not make this kind of call.',
  ROUTE_NOT_FOUND: 'The path belongs to no operation of the API.',
  INTENT_NOT_FOUND: 'No intent has this id; it was deleted, never existed, or the id is malformed.',
  METHOD_NOT_ALLOWED: 'The path exists, but not with this method.',
  IDEMPOTENCY_KEY_REUSED:
    'An earlier create with this key had another body, so the two cannot be one purchase. Nothing was created.',
  SIGNATURE_REUSED:
    'The same signed bytes were sent before under another `Idempotency-Key`, or once with a key and once without. The key is not signed, so the request may be a replay. Or two equal creates were signed in the same millisecond. Nothing was created.',
  VERSION_CONFLICT: 'The record was changed after the caller read it. This call changed nothing.',
  WEBHOOK_NOT_FOUND: 'No endpoint has this id; it was deleted, never existed, or the id is malformed.',
  DELIVERY_NOT_FOUND: 'The endpoint has no delivery or replay with this id, or it is older than the log.',
  WEBHOOK_EXISTS:
    'Another endpoint of the App has the same address, perhaps of a create whose answer was lost.',
  WEBHOOK_DISABLED: 'Nothing is sent to a disabled endpoint.',
  REPLAY_RUNNING: 'A replay of the endpoint has not come to its end yet.',
  LIMIT_REACHED:
    'Each record of this kind costs the service something for every event, so an App may have a few only.',
  EVENTS_EXPIRED:
    'The reader was away for longer than events are kept, so some that it has not read are gone. Nothing else is lost: the intents show what is true now.',
  BODY_TOO_LARGE: `The body is larger than the service accepts, or arrives in more than ${grouped(DEFENCES.bodyChunks)} chunks.`,
  URL_TOO_LONG: 'Path and query string together are longer than the service accepts.',
  MEDIA_TYPE_UNSUPPORTED: 'The body has another media type than JSON, or is compressed.',
  RATE_LIMITED:
    'The App made more calls in this second than its limit allows, or too many of its lists are waiting; or too many calls from the address failed authentication, or the address sends more at once than the service holds for one address. The call was not executed.',
  INTERNAL: 'The service failed unexpectedly. Whether the call took effect is unknown.',
  UNHEALTHY: 'The health check found the process starting or stopping.',
  DATABASE_UNAVAILABLE: 'The health check found no database connection.',
  CANCEL_FAILED: 'The platform refused to cancel its order, for example because it has shipped.',
  CANCEL_UNDECIDED:
    'The cancellation is recorded and was sent to the platform, which did not answer in time.',
  LIST_TOO_COSTLY:
    'The database took longer than one list may: its filters leave too many intents to read, or the page is far from the first.',
  UNAVAILABLE: 'The service cannot serve right now, or the call took longer than the time allowed.',
};

const RETRY: Record<RetryAdvice, string> = {
  never: 'No; the same call gets the same answer.',
  later: 'Yes, after `Retry-After`, else at `X-RateLimit-Reset`, else with a growing pause.',
  clock: "Once, after setting the clock by the answer's `Date`.",
  sign: 'Once, signed again with a new timestamp and with the same `Idempotency-Key`.',
};

function operationsWith(name: ErrorName): OperationId[] {
  return (Object.keys(contract) as OperationId[]).filter((id) =>
    (contract[id].metadata.errors as readonly ErrorName[]).includes(name),
  );
}

function describeOperations(name: ErrorName): string {
  const ids = operationsWith(name);
  if (ids.length === 0) return 'No operation: it is the answer to calls that match none.';
  if (ids.length === Object.keys(contract).length) return 'Every operation.';
  return `${ids.map(code).join(', ')}.`;
}

function describe(name: ErrorName): ErrorDescription {
  const { code: number, status, en, zh, fix, retry, example }: ErrorRow = ERRORS[name];
  return {
    name,
    code: number,
    status,
    en,
    zh,
    cause: CAUSES[name],
    fix,
    repeat: RETRY[retry],
    givenBy: describeOperations(name),
    body: { code: number, message: zh, data: example },
  };
}

const byCode = (): ErrorName[] => [...ERROR_NAMES].sort((a, b) => ERRORS[a].code - ERRORS[b].code);

/** All errors in the order of their codes, as JSON, for the pages that the service serves. */
export const errorDescriptions = (): string => `${JSON.stringify(byCode().map(describe), null, 2)}\n`;

const heading = (name: ErrorName): string => `${ERRORS[name].code} ${name}`;

function section(name: ErrorName): string {
  const { status, en, zh, cause, fix, repeat, givenBy, body } = describe(name);
  return [
    `## ${heading(name)}`,
    `HTTP ${status}. ${en} (${zh}).`,
    [
      `- **What happened.** ${cause}`,
      `- **How to fix it.** ${fix}`,
      `- **Repeat the same call?** ${repeat}`,
      `- **Given by.** ${givenBy}`,
    ].join('\n'),
    `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``,
  ].join('\n\n');
}

/** The page of all errors, in the order of their codes. */
export function errorsPage(): string {
  const names = byCode();
  return page(
    'Errors',
    'Every answer that is not a success has a `code` other than 0. Some codes stand for more than one error: `X-Error-Name` carries the name, which is the one here and in the SDK. `message` is Chinese, or English when `Accept-Language` prefers `en`: never decide by it.',
    table(
      ['Code', 'HTTP', 'Name', 'Meaning', 'Repeat'],
      names.map((name) => {
        const { code: number, status, en, retry } = ERRORS[name];
        return [String(number), String(status), `[${name}](#${anchor(heading(name))})`, en, retry];
      }),
    ),
    ...names.map(section),
  );
}
