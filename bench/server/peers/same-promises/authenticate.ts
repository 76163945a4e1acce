import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SIGNING_HEADERS, signingPrefix } from '@procurement-intents/contract';
import { ApiError, isSignable, isTimestampCurrent } from '@procurement-intents/domain';
import type { Secrets } from '../signature.ts';

/** An App as its request names it, before the signature is checked. */
export interface NamedApp {
  id: string;
  secret: KeyObject;
}

// Made once: the stack of an error costs as much as the signature that it refuses.
const SIGNATURE_INVALID = new ApiError('SIGNATURE_INVALID');

const headerOf = (headers: IncomingHttpHeaders, name: string): string =>
  (headers[name] as string | undefined) ?? '';

/** @throws ApiError `APP_UNKNOWN` (40103), `TIMESTAMP_INVALID` (40102). Needs no body. */
export function identifyApp(secrets: Secrets, headers: IncomingHttpHeaders): NamedApp {
  const id = headerOf(headers, SIGNING_HEADERS.appId);
  const secret = secrets.get(id);
  if (!secret) throw new ApiError('APP_UNKNOWN');
  if (!isTimestampCurrent(headerOf(headers, SIGNING_HEADERS.timestamp), Date.now())) {
    throw new ApiError('TIMESTAMP_INVALID');
  }
  return { id, secret };
}

interface SignedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
}

/** @throws ApiError `SIGNATURE_INVALID` (40101). */
export function checkSignature(
  { secret }: NamedApp,
  { method, url, headers }: SignedRequest,
  rawBody: Buffer | undefined,
): void {
  const signature = headerOf(headers, SIGNING_HEADERS.signature);
  if (!isSignable(url, signature)) throw SIGNATURE_INVALID;
  const hmac = createHmac('sha256', secret).update(
    signingPrefix(method, url, headerOf(headers, SIGNING_HEADERS.timestamp)),
  );
  if (rawBody) hmac.update(rawBody);
  const isValid = timingSafeEqual(Buffer.from(hmac.digest('hex')), Buffer.from(signature.toLowerCase()));
  if (!isValid) throw SIGNATURE_INVALID;
}
