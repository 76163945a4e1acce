import { check } from '../check-options.ts';
import {
  WEBHOOK_ID_PATTERN,
  WEBHOOK_TIMESTAMP_PATTERN,
  WEBHOOK_TOLERANCE_SECONDS,
  webhookSigningPrefix,
} from '../generated/webhook-signing.ts';
import type { WebhookEvent } from '../generated/webhook-types.ts';
import { readHeaders, type SignedHeaders, type WebhookHeaders } from './read-headers.ts';
import { readKeys, type ReceiverKey } from './receiver-keys.ts';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** What a verifier knows before a webhook arrives. */
export interface VerifierOptions {
  /** `whsec_…` or `whpk_…` of the endpoint; several while a secret is rotated, or for several endpoints. */
  secrets: string | readonly string[];
  /** How far the timestamp may be from the clock of this machine, either way. Default 300. */
  toleranceSeconds?: number | undefined;
  /** The time, for tests: a number is Unix milliseconds. Default the clock of this machine. */
  now?: Date | number | (() => Date | number) | undefined;
}

export interface VerifyOptions extends VerifierOptions {
  /** The body as it arrived: bytes, or their text. A parsed body is refused. */
  body: Uint8Array | ArrayBuffer | string;
  headers: WebhookHeaders;
}

/** A webhook that is verified. */
export interface Delivery {
  /** Value of the header `webhook-id`. */
  webhookId: string;
  event: WebhookEvent;
}

// The service sends two at most. A bound, because each costs a computation over the whole body.
const MAX_SIGNATURES = 100;

/**
 * Verifies a webhook of the service and returns its event. A later release may send types and fields that these types do
 * not have: ignore them.
 *
 * @example const event = await verifyWebhook({ body: await request.text(), headers: request.headers, secrets });
 * @throws {@link WebhookSignatureError} with `reason`, when it is not to be trusted; TypeError for a secret or an option
 *   that cannot work, and where WebCrypto lacks ed25519, which a `whpk_…` needs.
 */
export async function verifyWebhook({ body, headers, ...options }: VerifyOptions): Promise<WebhookEvent> {
  const { event } = await createVerifier(options)(body, headers);
  return event;
}

/** @throws TypeError for options that cannot work, before the first webhook. */
export function createVerifier({
  secrets,
  toleranceSeconds = WEBHOOK_TOLERANCE_SECONDS,
  now = () => Date.now(),
}: VerifierOptions): (body: unknown, headers: WebhookHeaders) => Promise<Delivery> {
  const keys = readKeys(secrets);
  check(
    Number.isFinite(toleranceSeconds) && toleranceSeconds >= 0,
    'toleranceSeconds must be a number of seconds',
  );
  return async (body, headers) => {
    const bytes = bytesOf(body);
    if (!bytes) {
      throw new WebhookSignatureError(
        'BODY_NOT_RAW',
        'pass the raw body: the bytes or the text as they arrived, before anything parses them',
      );
    }
    const signed = readHeaders(headers);
    checkTime(signed.timestamp, toleranceSeconds, readTime(now));
    const prefix = new TextEncoder().encode(webhookSigningPrefix(signed.id, signed.timestamp));
    // A copy, so that what is parsed is what was verified, whatever happens to the body meanwhile.
    const text = new Uint8Array(prefix.length + bytes.length);
    text.set(prefix);
    text.set(bytes, prefix.length);
    if (!(await hasMatch(keys, signed, text))) {
      throw new WebhookSignatureError(
        'NO_MATCH',
        'no signature matches: the secret is that of another endpoint, or the body is not as it was sent',
      );
    }
    return { webhookId: signed.id, event: parseEvent(text.subarray(prefix.length)) };
  };
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Test runners have an `ArrayBuffer` of their own, of which `instanceof` knows nothing.
  const isBuffer = Object.prototype.toString.call(body) === '[object ArrayBuffer]';
  return isBuffer ? new Uint8Array(body as ArrayBuffer) : undefined;
}

function readTime(now: NonNullable<VerifierOptions['now']>): number {
  const timeMs = Number(typeof now === 'function' ? now() : now);
  check(Number.isFinite(timeMs), 'now must be a time');
  return Math.floor(timeMs / 1000);
}

function checkTime(timestamp: string, toleranceSeconds: number, nowSeconds: number): void {
  if (!WEBHOOK_TIMESTAMP_PATTERN.test(timestamp)) {
    throw new WebhookSignatureError('TIMESTAMP_MALFORMED', 'the timestamp is not Unix time in whole seconds');
  }
  const age = nowSeconds - Number(timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  const [reason, side] = age > 0 ? (['TOO_OLD', 'behind'] as const) : (['TOO_NEW', 'ahead of'] as const);
  throw new WebhookSignatureError(
    reason,
    `the timestamp is ${Math.abs(age)} s ${side} the clock of this machine, more than ${toleranceSeconds}`,
  );
}

async function hasMatch(
  keys: readonly ReceiverKey[],
  { id, signature }: SignedHeaders,
  text: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (!WEBHOOK_ID_PATTERN.test(id)) return false;
  const list = signature.split(' ').filter((each) => each !== '');
  if (list.length > MAX_SIGNATURES) return false;
  for (const each of list) {
    for (const key of keys) {
      const [name, base64 = ''] = splitOnce(each);
      if (name === key.name && (await key.isSignatureOf(text, base64))) return true;
    }
  }
  return false;
}

function splitOnce(signature: string): [name: string, base64?: string] {
  const comma = signature.indexOf(',');
  return comma < 0 ? [signature] : [signature.slice(0, comma), signature.slice(comma + 1)];
}

function parseEvent(bytes: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event as WebhookEvent;
  } catch {
    // Refused below, as what is JSON but no object.
  }
  throw new WebhookSignatureError(
    'BODY_NOT_JSON',
    'the signature is right, but the body is not a JSON object',
  );
}
