import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SIGNING_HEADERS, signingPrefix } from '@procurement-intents/contract';
import { ApiError, isSignable, isTimestampCurrent } from '@procurement-intents/domain';
import type { AppDirectory, CallingApp } from '../../client-apps/app-directory.ts';
import type { Clock } from '../../clock.ts';

/** Request line and headers of a request. */
type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>;

/** Created once: capturing a stack costs as much as checking a signature. */
export const SIGNATURE_INVALID = new ApiError('SIGNATURE_INVALID');

// The two signatures of the request that is being checked. `isSignable` makes sure that `given` is filled.
const SIGNATURE_CHARS = 64;
const given = Buffer.alloc(SIGNATURE_CHARS);
const expected = Buffer.alloc(SIGNATURE_CHARS);

/** Finds the App that the request names; null when there is none. Two ids at once are the id of none. */
export const findApp = (head: Head, apps: AppDirectory): Promise<CallingApp | null> =>
  apps.find(single(head, SIGNING_HEADERS.appId));

/** Refuses a request that names two Apps (40101) or none that is known (40103). Needs no body. */
export function requireApp(head: Head, app: CallingApp | undefined): CallingApp {
  if (app) return app;
  if (isRepeated(head, SIGNING_HEADERS.appId, single(head, SIGNING_HEADERS.appId))) throw SIGNATURE_INVALID;
  throw new ApiError('APP_UNKNOWN');
}

/** Refuses a request whose timestamp is not current (40102). Needs no body. */
export function checkTimestamp(head: Head, clock: Clock): void {
  if (!isCurrent(single(head, SIGNING_HEADERS.timestamp), clock)) throw new ApiError('TIMESTAMP_INVALID');
}

/**
 * Whether `app` has signed the request. The signature covers the bytes as received, so they are neither decoded nor changed.
 * A value and no error, which each step would throw anew: forged calls come in floods.
 */
export function isSignedBy(app: CallingApp, head: Head, rawBody: Buffer, now: Date): boolean {
  const { method = '', url = '' } = head;
  const signature = single(head, SIGNING_HEADERS.signature);
  if (!isSignable(url, signature)) return false;
  const prefix = signingPrefix(method, url, single(head, SIGNING_HEADERS.timestamp));
  given.write(signature.toLowerCase(), 'latin1');
  let isSigned = false;
  // All active secrets are compared, so that the time does not reveal which one matched.
  for (const { key, expiresAt } of app.secrets) {
    if (expiresAt !== null && expiresAt <= now) continue;
    expected.write(signatureOf(key, prefix, rawBody), 'latin1');
    if (timingSafeEqual(expected, given)) isSigned = true;
  }
  return isSigned;
}

// Hexadecimal and without an update for an empty body: 3.9 us instead of 6.6 us.
function signatureOf(key: KeyObject, prefix: string, body: Buffer): string {
  const hmac = createHmac('sha256', key).update(prefix);
  return (body.length > 0 ? hmac.update(body) : hmac).digest('hex');
}

/** A header's value, or ''. Node joins repeated headers with commas, which no id, timestamp or signature contains. */
const single = ({ headers }: Head, name: string): string => (headers[name] as string | undefined) ?? '';

/** Whether the header was sent more than once: client and server could then use different values. */
const isRepeated = (head: Head, name: string, value: string): boolean =>
  // Node makes the list when it is first read, which costs as much as reading all headers.
  value.includes(',') && (head.headersDistinct[name]?.length ?? 0) > 1;

function isCurrent(timestamp: string, clock: Clock): boolean {
  return (
    isTimestampCurrent(timestamp, clock.now().getTime()) &&
    (clock.latest === undefined || isTimestampCurrent(timestamp, clock.latest().getTime()))
  );
}
