import { SIGNING_HEADERS, signingPrefix } from '@procurement-intents/contract';
import { ApiError, isSignable, isTimestampCurrent } from '@procurement-intents/domain';
import type { IncomingRequest } from './incoming-request.ts';
import type { TestApp } from './types.ts';

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const;
const encoder = new TextEncoder();

/** Finds the App that a request names. @throws ApiError `APP_UNKNOWN`, `TIMESTAMP_INVALID`. */
export function findCaller(
  { headers }: IncomingRequest,
  apps: ReadonlyMap<string, TestApp>,
  nowMs: number,
): TestApp {
  const app = apps.get(headers.get(SIGNING_HEADERS.appId) ?? '');
  if (!app) throw new ApiError('APP_UNKNOWN');
  const timestamp = headers.get(SIGNING_HEADERS.timestamp) ?? '';
  if (!isTimestampCurrent(timestamp, nowMs)) throw new ApiError('TIMESTAMP_INVALID');
  return app;
}

/** @throws ApiError `SIGNATURE_INVALID` for a request that the App did not sign. */
export async function checkSignature(
  { method, path, headers, body }: IncomingRequest,
  app: TestApp,
): Promise<void> {
  const timestamp = headers.get(SIGNING_HEADERS.timestamp) ?? '';
  const signature = headers.get(SIGNING_HEADERS.signature) ?? '';
  if (!isSignable(path, signature)) throw new ApiError('SIGNATURE_INVALID');
  const prefix = encoder.encode(signingPrefix(method, path, timestamp));
  const message = new Uint8Array(prefix.length + body.length);
  message.set(prefix);
  message.set(body, prefix.length);
  if ((await digest(app.appSecret, message)) !== signature.toLowerCase()) {
    throw new ApiError('SIGNATURE_INVALID');
  }
}

/** HMAC-SHA256 in lower-case hex. */
async function digest(secret: string, message: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('raw', encoder.encode(secret), ALGORITHM, false, ['sign']);
  const bytes = new Uint8Array(await subtle.sign('HMAC', key, message));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
