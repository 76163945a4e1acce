// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

import type { ErrorName } from './types.ts';

/** What to do about each error. */
export const FIXES: Record<ErrorName, string> = {
  VALIDATION_FAILED: 'Correct each field that `data.errors` names.',
  UPDATE_REFUSED: 'Update only in one of `data.allowedStatuses`.',
  SUBMIT_REFUSED: 'Submit a draft only; an intent created without `draft` is submitted already.',
  BODY_MALFORMED: 'Send one JSON object in valid UTF-8 on POST and PUT, and no body on GET, DELETE, cancel and submit.',
  REQUEST_MALFORMED: 'Send HTTP/1.1 with headers of at most 64 KB, through a client library.',
  CANCEL_REFUSED: 'Cancel only while the intent is SUBMITTED or PROCESSING.',
  DELETE_REFUSED: 'Delete only a DRAFT, FAILED or CANCELLED intent.',
  SIGNATURE_INVALID: 'Sign METHOD + PATH + TIMESTAMP + BODY over the exact bytes sent, with the secret of this App. With the SDK or the command line, check appSecret: `npx @procurement-intents/cli doctor`.',
  TIMESTAMP_INVALID: 'Send Unix milliseconds, 13 digits, within 5 minutes of the server clock.',
  APP_UNKNOWN: 'Check X-App-Id; a disabled App answers the same.',
  IP_NOT_ALLOWED: "Add `data.address`, the address that the service saw, to the App's allow list.",
  HTTPS_REQUIRED: 'Call the https address.',
  NOT_OWNER: 'Use the App that created the intent.',
  PERMISSION_MISSING: 'Grant the App what the operation needs: `intents:read`, `intents:write`, `webhooks:read`, `webhooks:write` or `intents:draft`.',
  ROUTE_NOT_FOUND: 'Check path and spelling; paths are exact and case-sensitive.',
  INTENT_NOT_FOUND: 'Check the id; deleted intents are gone for good.',
  METHOD_NOT_ALLOWED: 'Use a method that the `Allow` header names.',
  IDEMPOTENCY_KEY_REUSED: 'Another body was accepted under this key: `data.id` names its intent. For the same purchase, send the first body again; take a new key only for another purchase.',
  SIGNATURE_REUSED: 'Sign again with a new timestamp and send the same Idempotency-Key: one signature is one create.',
  VERSION_CONFLICT: 'Read the intent again and decide anew; `data.currentVersion` is what stands.',
  EVENTS_EXPIRED: 'Events were lost for this reader. Read the intents again that it follows, then go on from `data.oldestCursor`.',
  BODY_TOO_LARGE: 'Send a smaller body.',
  URL_TOO_LONG: 'Send fewer or shorter query parameters.',
  MEDIA_TYPE_UNSUPPORTED: 'Send `Content-Type: application/json`, uncompressed.',
  RATE_LIMITED: 'Wait until `X-RateLimit-Reset`.',
  INTERNAL: 'Repeat the call (a create with the same Idempotency-Key); report the request id if it stays.',
  UNHEALTHY: 'Wait; the service is starting or stopping.',
  DATABASE_UNAVAILABLE: 'Wait; accepted intents are safe.',
  CANCEL_FAILED: 'The platform order stands; read the intent for its further course.',
  CANCEL_UNDECIDED: 'Repeat the cancel after `Retry-After`; repeating is safe.',
  UNAVAILABLE: 'Repeat the call after `Retry-After`.',
  LIST_TOO_COSTLY: 'Narrow the list by `userId`, `status` or a span of `createdAt`; go on by `cursor` instead of far pages. The same list would cost the same again.',
};
