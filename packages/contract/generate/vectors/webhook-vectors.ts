import { createHmac, createPrivateKey, sign } from 'node:crypto';
import {
  WEBHOOK_HEADERS,
  WEBHOOK_TOLERANCE_SECONDS,
  type WebhookRefusal,
} from '../../src/webhooks/signing.ts';
import { toPlainJson } from '../plain-json.ts';
import { ACCEPTED } from './webhook-vectors-accepted.ts';
import {
  KEYS,
  ID,
  NOW,
  THIN,
  type SignedParts,
  type VectorKey,
  type WebhookCase,
} from './webhook-vectors-parts.ts';
import { REFUSED } from './webhook-vectors-refused.ts';

/** A webhook as it arrives, as in `vectors/webhooks.json`. It has one of the two kinds of body. */
export interface WebhookVector {
  name: string;
  /** What the receiver has: secrets and public keys. */
  secrets: string[];
  headers: Record<string, string>;
  body?: string;
  /** A body that is not text. */
  bodyBase64?: string;
  /** The names of the keys with which a signer makes exactly these headers; absent from what no signer sends. */
  signedBy?: string[];
  expect: 'accept' | WebhookRefusal;
}

export interface WebhookVectors {
  about: string;
  /** The receiver's clock, Unix seconds. */
  receiverTime: number;
  toleranceSeconds: number;
  keys: VectorKey[];
  vectors: WebhookVector[];
}

const ABOUT =
  'Generated from packages/contract by `npm run generate`. Its use is described in docs/guides/receive-webhooks.md.';

function signatureOf({ scheme, receiverKey, privateKey = '' }: VectorKey, parts: SignedParts): string {
  const text = Buffer.concat([Buffer.from(`${parts.id}.${parts.timestamp}.`), Buffer.from(parts.body)]);
  if (scheme === 'v1') {
    const secret = Buffer.from(receiverKey.slice(receiverKey.indexOf('_') + 1), 'base64');
    return `v1,${createHmac('sha256', secret).update(text).digest('base64')}`;
  }
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  return `v1a,${sign(null, text, key).toString('base64')}`;
}

function toVector(one: WebhookCase): WebhookVector {
  const { id = ID, timestamp = String(NOW), body = THIN, signers = ['old'], trusted = signers } = one;
  const parts = { id, timestamp, body };
  const made = signers.map((name) => signatureOf(KEYS[name], { ...parts, ...one.signedAs }));
  const headers = {
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.signature]: (one.rewrite?.(made) ?? made).join(' '),
  };
  const { expect = 'accept' } = one;
  const isSent = expect === 'accept' || expect === 'BODY_NOT_JSON';
  const isMadeBySigner = isSent && !one.signedAs && !one.rewrite && !one.send;
  return {
    name: one.name,
    secrets: trusted.map((name) => KEYS[name].receiverKey),
    headers: one.send?.(headers) ?? headers,
    ...(typeof body === 'string' ? { body } : { bodyBase64: body.toString('base64') }),
    ...(isMadeBySigner && { signedBy: signers.map((name) => KEYS[name].name) }),
    expect,
  };
}

/** The file to commit, by path from the root of the repository. */
export async function outputs(): Promise<Record<string, string>> {
  const content: WebhookVectors = {
    about: ABOUT,
    receiverTime: NOW,
    toleranceSeconds: WEBHOOK_TOLERANCE_SECONDS,
    keys: Object.values(KEYS),
    vectors: [...ACCEPTED, ...REFUSED].map(toVector),
  };
  return { 'packages/contract/vectors/webhooks.json': `${toPlainJson(content)}\n` };
}
