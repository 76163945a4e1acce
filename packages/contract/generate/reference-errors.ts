import { contract } from '../src/contract.ts';
import { ERROR_NAMES, ERRORS, type ErrorName, type ErrorRow, type RetryAdvice } from '../src/errors.ts';
import type { OperationId } from '../src/route-table.ts';
import { anchor, code, page, table } from './markdown.ts';

/** What led to each error, seen from the caller's side. */
const CAUSES: Record<ErrorName, string> = {
  VALIDATION_FAILED:
    'At least one field or query parameter is missing, unknown, of the wrong type or out of bounds. All invalid fields are reported at once.',
  UPDATE_REFUSED: 'The intent has left the statuses in which it can still be changed.',
  SUBMIT_REFUSED: 'The intent is no draft: it has been submitted before or has ended.',
  BODY_MALFORMED:
    'The body is no JSON object, holds bytes that are not UTF-8, or came with a call that takes none.',
  REQUEST_MALFORMED: 'What arrived is no HTTP request, or its headers are larger than the service reads.',
  CANCEL_REFUSED: 'The intent is still a draft, or its purchase has ended one way or the other.',
  DELETE_REFUSED: 'The intent is on its way or completed; such records are kept.',
  SIGNATURE_INVALID:
    'The signature computed here differs from the one sent. Mostly the body was serialised again after signing, the query string was re-encoded on the way, or the secret is of another App.',
  TIMESTAMP_INVALID: "`X-Timestamp` is missing, is not 13 digits, or is too far from the service's clock.",
  APP_UNKNOWN: '`X-App-Id` is missing, or no enabled App has this id.',
  IP_NOT_ALLOWED: 'The App has an allow list and the call came from an address outside it.',
  HTTPS_REQUIRED: 'The call arrived over plain HTTP where only HTTPS is served.',
  NOT_OWNER: 'The intent exists, but another App created it.',
  PERMISSION_MISSING: 'The App may not make this kind of call.',
  ROUTE_NOT_FOUND: 'The path belongs to no operation of the API.',
  INTENT_NOT_FOUND: 'No intent has this id; it was deleted, never existed, or the id is malformed.',
  METHOD_NOT_ALLOWED: 'The path exists, but not with this method.',
  IDEMPOTENCY_KEY_REUSED:
    'An earlier create with this key had another body, so the two cannot be one purchase. Nothing was created.',
  SIGNATURE_REUSED:
    'These very signed bytes have been sent before under another `Idempotency-Key`, or once with a key and once without. The key is not signed, so they may be a recording. Or two equal creates were signed in the same millisecond. Nothing was created.',
  VERSION_CONFLICT: 'Somebody changed the intent after the caller read it. Nothing was changed by this call.',
  BODY_TOO_LARGE: 'The body is larger than the service reads, or comes in more than 4,096 pieces.',
  URL_TOO_LONG: 'Path and query string together are longer than the service reads.',
  MEDIA_TYPE_UNSUPPORTED: 'The body is declared as something else than JSON, or is compressed.',
  RATE_LIMITED:
    'The App made more calls in this second than its limit allows, or too many of its lists wait for their turn; or the address had too many that failed authentication, or sends more at once than the service keeps of one address. The call was not executed.',
  INTERNAL: 'The service failed in a way it did not foresee. Whether the call took effect is unknown.',
  UNHEALTHY: 'The health check found the process starting or stopping.',
  DATABASE_UNAVAILABLE: 'The health check found no database connection.',
  CANCEL_FAILED: 'The platform would not cancel its order, for example because the parcel is under way.',
  CANCEL_UNDECIDED: 'The cancellation is noted and the platform asked, but it did not answer in time.',
  LIST_TOO_COSTLY:
    'The database took longer than one list may: its filters leave too many intents to look at, or the page is far behind the first.',
  UNAVAILABLE: 'The service cannot serve right now, or the call took longer than the time allowed.',
};

const RETRY: Record<RetryAdvice, string> = {
  never: 'No; the same call meets the same answer.',
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
  if (ids.length === 0) return 'No operation: it answers calls that match none.';
  if (ids.length === Object.keys(contract).length) return 'Every operation.';
  return `${ids.map(code).join(', ')}.`;
}

const heading = (name: ErrorName): string => `${ERRORS[name].code} ${name}`;

function section(name: ErrorName): string {
  const row: ErrorRow = ERRORS[name];
  const answer = JSON.stringify({ code: row.code, message: row.zh, data: row.example }, null, 2);
  return [
    `## ${heading(name)}`,
    `HTTP ${row.status}. ${row.en} (${row.zh}).`,
    [
      `- **What happened.** ${CAUSES[name]}`,
      `- **How to fix it.** ${row.fix}`,
      `- **Repeat the same call?** ${RETRY[row.retry]}`,
      `- **Given by.** ${describeOperations(name)}`,
    ].join('\n'),
    `\`\`\`json\n${answer}\n\`\`\``,
  ].join('\n\n');
}

/** The page of all errors, in the order of their codes. */
export function errorsPage(): string {
  const names = [...ERROR_NAMES].sort((a, b) => ERRORS[a].code - ERRORS[b].code);
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
