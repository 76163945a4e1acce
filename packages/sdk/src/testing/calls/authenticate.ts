import { SIGNING_HEADERS, signingPrefix } from '@procurement-intents/contract';
import { ApiError, isSignable, isTimestampCurrent } from '@procurement-intents/domain';
import { hmacSha256 } from '../hmac-sha256.ts';
import type { IncomingRequest } from './incoming-request.ts';
import type { TestApp } from '../types.ts';

const encoder = new TextEncoder();

/** @throws ApiError `TIMESTAMP_INVALID` for a request of another time. */
export function checkTimestamp({ headers }: IncomingRequest, nowMs: number): void {
  const timestamp = headers.get(SIGNING_HEADERS.timestamp) ?? '';
  if (!isTimestampCurrent(timestamp, nowMs)) throw new ApiError('TIMESTAMP_INVALID');
}

/** @throws ApiError `SIGNATURE_INVALID` for a request that the App did not sign. */
export function checkSignature({ method, path, headers, body }: IncomingRequest, app: TestApp): void {
  const timestamp = headers.get(SIGNING_HEADERS.timestamp) ?? '';
  const signature = headers.get(SIGNING_HEADERS.signature) ?? '';
  if (!isSignable(path, signature)) throw new ApiError('SIGNATURE_INVALID');
  const prefix = encoder.encode(signingPrefix(method, path, timestamp));
  const message = new Uint8Array(prefix.length + body.length);
  message.set(prefix);
  message.set(body, prefix.length);
  if (hmacSha256(app.appSecret, message) !== signature.toLowerCase()) {
    throw new ApiError('SIGNATURE_INVALID');
  }
}
