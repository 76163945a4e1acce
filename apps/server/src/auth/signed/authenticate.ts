import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SIGNING_HEADERS, signingPrefix } from '@procurement-intents/contract';
import { isSignable, isTimestampCurrent } from '@procurement-intents/domain';
import type { AppDirectory, CallingApp } from '../../client-apps/app-directory.ts';
import { ApiError } from '../../errors.ts';
import type { Clock } from '../../postgres/clock.ts';

/** The head of a request. */
type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>;

// Made once: the stack of an error costs as much as the signature that it refuses.
const SIGNATURE_INVALID = new ApiError('SIGNATURE_INVALID');

/** Finds the App that the request names, or refuses: unknown App (40103), then timestamp (40102). Needs no body. */
export async function identifyApp(
  head: Head,
  deps: { apps: AppDirectory; clock: Clock },
): Promise<CallingApp> {
  const appId = single(head, SIGNING_HEADERS.appId);
  if (isRepeated(head, SIGNING_HEADERS.appId, appId)) throw SIGNATURE_INVALID;
  const app = await deps.apps.find(appId);
  if (!app) throw new ApiError('APP_UNKNOWN');
  if (!isCurrent(single(head, SIGNING_HEADERS.timestamp), deps.clock))
    throw new ApiError('TIMESTAMP_INVALID');
  return app;
}

/**
 * Refuses a request that `app` has not signed (40101). The signature is over the bytes as they came, so nothing here
 * decodes or rewrites them.
 */
export function checkSignature(head: Head, rawBody: Buffer, app: CallingApp, now: Date): void {
  const { method = '', url = '' } = head;
  const signature = single(head, SIGNING_HEADERS.signature);
  if (!isSignable(url, signature)) throw SIGNATURE_INVALID;
  const prefix = signingPrefix(method, url, single(head, SIGNING_HEADERS.timestamp));
  const given = Buffer.from(signature.toLowerCase());
  // Every live secret is tried, so that the time taken does not tell which one matched.
  const matches = app.secrets.filter(
    (secret) =>
      (secret.expiresAt === null || secret.expiresAt > now) &&
      timingSafeEqual(Buffer.from(signatureOf(secret.key, prefix, rawBody)), given),
  );
  if (matches.length === 0) throw SIGNATURE_INVALID;
}

// In hexadecimal, and without adding an empty body: 3.9 us in place of 6.6.
function signatureOf(key: KeyObject, prefix: string, body: Buffer): string {
  const hmac = createHmac('sha256', key).update(prefix);
  return (body.length > 0 ? hmac.update(body) : hmac).digest('hex');
}

/** A header's value, empty without one. Node joins repeated ones by commas, which no id, timestamp or signature has. */
const single = ({ headers }: Head, name: string): string => (headers[name] as string | undefined) ?? '';

/** Whether the header was sent more than once; two of the same name could be read differently by signer and server. */
const isRepeated = ({ headersDistinct }: Head, name: string, value: string): boolean =>
  value.includes(',') && (headersDistinct[name]?.length ?? 0) > 1;

function isCurrent(timestamp: string, clock: Clock): boolean {
  const times = [clock.now(), clock.latest?.() ?? clock.now()];
  return times.every((time) => isTimestampCurrent(timestamp, time.getTime()));
}
