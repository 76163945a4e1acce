import { ERROR_NAME_HEADER } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { ROUTES } from './route-table.ts';
import { SIGNING_HEADERS } from './signing.ts';

export type Method = (typeof ROUTES)[keyof typeof ROUTES]['method'];

/** The methods of all operations. HEAD is served wherever GET is. */
export const METHODS: readonly Method[] = [...new Set(Object.values(ROUTES).map(({ method }) => method))];

/** Every request header that the API reads. */
export const REQUEST_HEADERS = [
  ...Object.values(SIGNING_HEADERS),
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'X-Request-Id',
  'Accept-Language',
] as const;

/** Every response header that a client acts on. The SDK sets its clock by `Date`. */
export const RESPONSE_HEADERS = [
  'X-Request-Id',
  ERROR_NAME_HEADER,
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Date',
  'ETag',
  'Idempotency-Replayed',
] as const;
export type ResponseHeader = (typeof RESPONSE_HEADERS)[number];

/** A caller's `X-Request-Id` that the service keeps; it replaces any other by a new one. */
export const REQUEST_ID_PATTERN = new RegExp(`^[A-Za-z0-9._:-]{1,${LIMITS.requestIdChars}}$`);
