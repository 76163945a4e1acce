import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  ERRORS,
  type ErrorName,
  LIMITS,
  SIGNATURE_PATTERN,
  SIGNING_HEADERS,
  signingPrefix,
  TIMESTAMP_PATTERN,
} from '@procurement-intents/contract';
import type { Pool } from 'pg';

/** Secrets by App, all in memory: no peer pays for looking one up. */
export type Secrets = ReadonlyMap<string, KeyObject>;

export async function loadSecrets(pool: Pool): Promise<Secrets> {
  const { rows } = await pool.query<{ id: string; secret: string }>('SELECT * FROM "peer_apps"');
  return new Map(rows.map(({ id, secret }) => [id, createSecretKey(Buffer.from(secret))]));
}

export interface SignedParts {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer | undefined;
}

/** The App and signature of a request, or why it is refused. */
export function checkSignature(
  secrets: Secrets,
  { method, path, headers, body }: SignedParts,
): { appId: string; signature: string } | ErrorName {
  const appId = String(headers[SIGNING_HEADERS.appId]);
  const secret = secrets.get(appId);
  if (!secret) return 'APP_UNKNOWN';
  const timestamp = String(headers[SIGNING_HEADERS.timestamp]);
  const ageMs = Math.abs(Date.now() - Number(timestamp));
  if (!TIMESTAMP_PATTERN.test(timestamp) || ageMs > LIMITS.timestampSkewMs) return 'TIMESTAMP_INVALID';
  const signature = String(headers[SIGNING_HEADERS.signature]);
  if (!SIGNATURE_PATTERN.test(signature)) return 'SIGNATURE_INVALID';
  const hmac = createHmac('sha256', secret).update(signingPrefix(method, path, timestamp));
  if (body) hmac.update(body);
  const isValid = timingSafeEqual(hmac.digest(), Buffer.from(signature, 'hex'));
  return isValid ? { appId, signature } : 'SIGNATURE_INVALID';
}

/** Status and envelope of a refusal. */
export function refusal(name: ErrorName): { status: number; body: object } {
  const { status, code, zh: message } = ERRORS[name];
  return { status, body: { code, message, data: null } };
}
