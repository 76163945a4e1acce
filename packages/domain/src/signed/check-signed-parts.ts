import {
  LIMITS,
  METHODS,
  METHODS_WITH_BODY,
  SIGNABLE_PATH_PATTERN,
  SIGNATURE_PATTERN,
  TIMESTAMP_PATTERN,
} from '@procurement-intents/contract';
import { beginsObject } from '../parse-json-body.ts';

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
export const isSignable = (path: string, signature: string): boolean =>
  hasSignatureForm(signature) && isSignablePath(path);

const hasSignatureForm = (signature: string): boolean => SIGNATURE_PATTERN.test(signature);
const isSignablePath = (path: string): boolean => SIGNABLE_PATH_PATTERN.test(path);

/** What the service refuses in a signed request whatever its signature; `bodyOfMethod`: a body where none is taken. */
export type SignedFault = 'timestamp' | 'path' | 'signature' | 'bodyOfMethod' | 'body';

/** The parts of a request that a signature is about, and the signature. */
export interface SignedRequest {
  method: string;
  path: string;
  timestamp: string;
  signature: string;
  body: Uint8Array;
}

/** Every such fault of a request, by the rules that the service serves by. */
export function signedFaultsOf(
  { method, path, timestamp, signature, body }: SignedRequest,
  nowMs: number,
): SignedFault[] {
  const isOf = (methods: readonly string[]) => methods.includes(method.toUpperCase());
  const broken = {
    timestamp: !isTimestampCurrent(timestamp, nowMs),
    path: !isSignablePath(path),
    signature: !hasSignatureForm(signature),
    bodyOfMethod: body.length > 0 && isOf(METHODS) && !isOf(METHODS_WITH_BODY),
    body: body.length > 0 && !beginsObject(body),
  } satisfies Record<SignedFault, boolean>;
  return (Object.keys(broken) as SignedFault[]).filter((fault) => broken[fault]);
}
