import type { IncomingHttpHeaders } from 'node:http';
import {
  WEBHOOK_HEADERS,
  WEBHOOK_ID_PATTERN,
  WEBHOOK_SCHEMES,
  WEBHOOK_TIMESTAMP_PATTERN,
  WEBHOOK_TOLERANCE_SECONDS,
  type WebhookRefusal,
  webhookSigningPrefix,
} from '@procurement-intents/contract/webhooks/signing';
import { decodeBase64, type ReceiverKey } from './receiver-key.ts';

/** A request, as it arrived. */
export interface SignedRequest {
  headers: IncomingHttpHeaders;
  body: Buffer;
  receivedAtMs: number;
}

// The service sends two at most.
const MAX_SIGNATURES = 100;

/** Why a receiver with these keys refuses a request; null when it takes it. Held to the vectors of the contract. */
export function judgeSignature(
  { headers, body, receivedAtMs }: SignedRequest,
  keys: readonly ReceiverKey[],
): WebhookRefusal | null {
  const [id, timestamp, signatures] = [
    WEBHOOK_HEADERS.id,
    WEBHOOK_HEADERS.timestamp,
    WEBHOOK_HEADERS.signature,
  ].map((name) => String(headers[name] ?? ''));
  if (!id || !timestamp || !signatures) return 'HEADER_MISSING';
  if (!WEBHOOK_TIMESTAMP_PATTERN.test(timestamp)) return 'TIMESTAMP_MALFORMED';
  const ageSeconds = Math.floor(receivedAtMs / 1_000) - Number(timestamp);
  if (Math.abs(ageSeconds) > WEBHOOK_TOLERANCE_SECONDS) return ageSeconds > 0 ? 'TOO_OLD' : 'TOO_NEW';
  const text = Buffer.concat([Buffer.from(webhookSigningPrefix(id, timestamp)), body]);
  const isSigned = WEBHOOK_ID_PATTERN.test(id) && hasMatch(signatures, text, keys);
  if (!isSigned) return 'NO_MATCH';
  return isJsonObject(body) ? null : 'BODY_NOT_JSON';
}

function hasMatch(signatures: string, text: Buffer, keys: readonly ReceiverKey[]): boolean {
  const list = signatures.split(' ').filter((each) => each !== '');
  if (list.length > MAX_SIGNATURES) return false;
  return list.some((each) => keys.some((key) => isMatch(each, text, key)));
}

function isMatch(signature: string, text: Buffer, key: ReceiverKey): boolean {
  const prefix = `${key.scheme},`;
  const bytes = signature.startsWith(prefix) ? decodeBase64(signature.slice(prefix.length)) : null;
  return bytes?.length === WEBHOOK_SCHEMES[key.scheme].signatureBytes && key.isSignatureOf(text, bytes);
}

function isJsonObject(body: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body),
    );
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
