import {
  LIMITS,
  SIGNABLE_PATH_PATTERN,
  SIGNATURE_PATTERN,
  TIMESTAMP_PATTERN,
} from '@procurement-intents/contract';

/** Whether `X-Timestamp` has the required form and is at most 5 minutes from the service's time. */
export function isTimestampCurrent(timestamp: string, nowMs: number): boolean {
  return TIMESTAMP_PATTERN.test(timestamp) && Math.abs(nowMs - Number(timestamp)) <= LIMITS.timestampSkewMs;
}

/**
 * Whether signature and path have the only accepted form. The signed parts are joined without separators, so each
 * part must have one possible reading; `parseJsonBody` checks the body.
 *
 * @param path - path and query, as on the request line.
 */
export function isSignable(path: string, signature: string): boolean {
  return SIGNATURE_PATTERN.test(signature) && SIGNABLE_PATH_PATTERN.test(path);
}
