import { LIMITS } from './limits.ts';

/** A caller's `X-Request-Id` that the service keeps; it replaces any other by a new one. */
export const REQUEST_ID_PATTERN = new RegExp(`^[A-Za-z0-9._:-]{1,${LIMITS.requestIdChars}}$`);
