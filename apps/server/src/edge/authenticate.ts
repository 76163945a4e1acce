import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNING_HEADERS, signingPrefix } from '@procurement-intents/contract';
import { isSignable, isTimestampCurrent } from '@procurement-intents/domain';
import type { Request } from 'express';
import type { AppDirectory, CallingApp } from '../client-apps/app-directory.ts';
import type { Clock } from '../postgres/clock.ts';
import { ApiError } from '../errors.ts';

// Made once: the stack of an error costs as much as the signature that it refuses.
const SIGNATURE_INVALID = new ApiError('SIGNATURE_INVALID');

/** Finds the App that the request names, or refuses: unknown App (40103), then timestamp (40102). Needs no body. */
export async function identify(
  req: Request,
  deps: { apps: AppDirectory; clock: Clock },
): Promise<CallingApp> {
  if ((req.headersDistinct[SIGNING_HEADERS.appId]?.length ?? 0) > 1) throw SIGNATURE_INVALID;
  const appId = single(req, SIGNING_HEADERS.appId);
  const app = appId === undefined ? null : await deps.apps.find(appId);
  if (!app) throw new ApiError('APP_UNKNOWN');
  const timestamp = single(req, SIGNING_HEADERS.timestamp);
  if (timestamp === undefined || !isCurrent(timestamp, deps.clock)) throw new ApiError('TIMESTAMP_INVALID');
  return app;
}

/**
 * Refuses a request that `app` has not signed (40101). The signature is over the bytes as they came, so nothing here
 * decodes or rewrites them.
 */
export function checkSignature(req: Request, rawBody: Buffer, app: CallingApp, now: Date): void {
  const signature = single(req, SIGNING_HEADERS.signature);
  if (signature === undefined || !isSignable(req.originalUrl, signature)) throw SIGNATURE_INVALID;
  const timestamp = single(req, SIGNING_HEADERS.timestamp) ?? '';
  const prefix = signingPrefix(req.method, req.originalUrl, timestamp);
  const given = Buffer.from(signature, 'hex');
  // Every live secret is tried, so that the time taken does not tell which one matched.
  const matches = app.secrets.filter(
    (secret) =>
      (secret.expiresAt === null || secret.expiresAt > now) &&
      timingSafeEqual(createHmac('sha256', secret.key).update(prefix).update(rawBody).digest(), given),
  );
  if (matches.length === 0) throw SIGNATURE_INVALID;
}

/** A header that was sent once; two of the same name could be read differently by signer and server. */
function single(req: Request, name: string): string | undefined {
  const values = req.headersDistinct[name];
  return values?.length === 1 ? values[0] : undefined;
}

function isCurrent(timestamp: string, clock: Clock): boolean {
  const times = [clock.now(), clock.latest?.() ?? clock.now()];
  return times.every((time) => isTimestampCurrent(timestamp, time.getTime()));
}
