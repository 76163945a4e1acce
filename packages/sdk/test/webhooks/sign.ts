import { createHmac, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { WEBHOOK_HEADERS, webhookSigningPrefix } from '@procurement-intents/contract/webhooks/signing';
import { keys } from '../../../contract/test/read-webhook-vectors.ts';

const [first, second, firstPair, secondPair] = keys;

export const SECRET = first?.receiverKey ?? '';
export const OTHER_SECRET = second?.receiverKey ?? '';
export const PUBLIC_KEY = firstPair?.receiverKey ?? '';
export const OTHER_PUBLIC_KEY = secondPair?.receiverKey ?? '';

function privateKeyOf(publicKey: string): KeyObject {
  const { privateKey = '' } = keys.find(({ receiverKey }) => receiverKey === publicKey) ?? {};
  return createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
}

export interface Webhook {
  id?: string;
  timestamp?: string;
  body?: string | Uint8Array;
}

export const ID = 'evt_01a1fd8da8ac72e880244d1234edbc0b';
/** The time of the webhooks, Unix seconds. */
export const NOW = 1_795_251_600;
export const EVENT = {
  id: ID,
  type: 'intent.completed',
  timestamp: '2026-11-21T08:30:00.000Z',
  sequence: 42,
  data: {
    intentId: 'int_01a1fd8da8ac72e880244d1234edbc0b',
    from: 'PROCESSING',
    to: 'COMPLETED',
    status: 'COMPLETED',
    version: 4,
    detail: '订单 A20261121000042',
  },
};
export const BODY = JSON.stringify(EVENT);

/** The signature of the webhook under one key, as the header has it. */
export function signatureOf(
  { id = ID, timestamp = String(NOW), body = BODY }: Webhook,
  secret: string,
): string {
  const text = Buffer.concat([Buffer.from(webhookSigningPrefix(id, timestamp)), Buffer.from(body)]);
  if (secret.startsWith('whpk_')) return `v1a,${sign(null, text, privateKeyOf(secret)).toString('base64')}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

/** The headers of the webhook, signed under each of these. */
export function headersOf(webhook: Webhook = {}, ...secrets: string[]): Record<string, string> {
  const { id = ID, timestamp = String(NOW) } = webhook;
  const signers = secrets.length > 0 ? secrets : [SECRET];
  return {
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.signature]: signers.map((each) => signatureOf(webhook, each)).join(' '),
  };
}

/** The time of the webhooks, for verifiers. */
export const now = (): number => NOW * 1000;
