import { SIGNING_HEADERS as HEADERS, signingPrefix } from '@procurement-intents/contract/signing';
import { CallError } from '../../platform/http.ts';

export interface SignedRequest {
  appId: string;
  secret: string;
  method: string;
  path: string;
  body: string;
}

/** Whether this page can sign: browsers digest on https and loopback addresses alone. */
export const canSign = (): boolean => globalThis.crypto?.subtle !== undefined;

/** The headers of a signed request, made as a client of the interface makes them. */
export async function signedHeaders(
  { appId, secret, method, path, body }: SignedRequest,
  now: number,
): Promise<Record<string, string>> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const timestamp = String(now);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  const text = signingPrefix(method, path, timestamp) + body;
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { [HEADERS.appId]: appId, [HEADERS.timestamp]: timestamp, [HEADERS.signature]: hex };
}

/**
 * Sends a signed create, without the session of the console.
 *
 * @param createKey - the same for each try, so that a purchase is made once.
 * @throws CallError for every refusal.
 */
export async function sendSigned(request: SignedRequest, createKey: string): Promise<void> {
  const { method, path, body } = request;
  const signed = await signedHeaders(request, Date.now());
  const response = await fetch(path, {
    method,
    body,
    credentials: 'omit',
    headers: { ...signed, 'Content-Type': 'application/json', 'Idempotency-Key': createKey },
  });
  const answer = (await response.json()) as { code: number; message: string };
  if (answer.code !== 0)
    throw new CallError({ status: response.status, code: String(answer.code) }, answer.message);
}
