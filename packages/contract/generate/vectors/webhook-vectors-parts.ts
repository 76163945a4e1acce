import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { WEBHOOK_SCHEMES, type WebhookRefusal } from '../../src/webhooks/signing.ts';

/** A key of the vectors, with all that a signer or a receiver needs. */
export interface VectorKey {
  name: string;
  scheme: keyof typeof WEBHOOK_SCHEMES;
  /** What a receiver is given. */
  receiverKey: string;
  /** ed25519 only: the private key, as base64 of PKCS #8 in DER. */
  privateKey?: string;
}

// RFC 8410: what comes before the 32 bytes of an ed25519 key in PKCS #8.
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const bytesNamed = (name: string): Buffer => createHash('sha256').update(`webhook vectors: ${name}`).digest();

function secretNamed(name: string): VectorKey {
  const receiverKey = WEBHOOK_SCHEMES.v1.keyPrefix + bytesNamed(name).toString('base64');
  return { name, scheme: 'v1', receiverKey };
}

function pairNamed(name: string): VectorKey {
  const der = Buffer.concat([PKCS8_PREFIX, bytesNamed(name)]);
  const publicKey = createPublicKey(privateKeyOf(der)).export({ format: 'jwk' });
  const raw = Buffer.from(publicKey.x ?? '', 'base64url');
  return {
    name,
    scheme: 'v1a',
    receiverKey: WEBHOOK_SCHEMES.v1a.keyPrefix + raw.toString('base64'),
    privateKey: der.toString('base64'),
  };
}

const privateKeyOf = (key: Buffer): KeyObject => createPrivateKey({ key, format: 'der', type: 'pkcs8' });

export const KEYS = {
  old: secretNamed('old secret'),
  new: secretNamed('new secret'),
  oldPair: pairNamed('old pair'),
  newPair: pairNamed('new pair'),
} as const;
export type KeyName = keyof typeof KEYS;

/** The clock of the receiver, Unix seconds. */
export const NOW = 1_795_251_600;
export const ID = 'evt_01a1fd8da8ac72e880244d1234edbc0b';

const DATA = {
  intentId: 'int_01a1fd8da8ac72e880244d1234edbc0b',
  from: 'PROCESSING',
  to: 'COMPLETED',
  status: 'COMPLETED',
  version: 4,
};
const HEAD = { id: ID, type: 'intent.completed', timestamp: '2026-11-21T08:30:00.000Z', sequence: 42 };

/** The body of a thin webhook. */
export const THIN = JSON.stringify({ ...HEAD, data: { ...DATA, detail: 'A20261121000042' } });
/** The body of a full webhook, with Chinese text. */
export const FULL = JSON.stringify({
  ...HEAD,
  data: {
    ...DATA,
    intent: {
      id: DATA.intentId,
      userId: 'user_1001',
      platform: 'PLATFORM_A',
      title: '无线鼠标（静音）',
      price: 199,
      quantity: 2,
      totalAmount: 398,
      status: 'COMPLETED',
      createdAt: '2026-11-21T08:00:00.000Z',
      updatedAt: '2026-11-21T08:30:00.000Z',
      orderId: 'A20261121000042',
      amountPaid: 390,
      version: 4,
    },
  },
});

/** What a signature covers. */
export interface SignedParts {
  id: string;
  timestamp: string;
  body: string | Buffer;
}

export interface WebhookCase extends Partial<SignedParts> {
  name: string;
  /** Which keys sign, in order; default the old secret. */
  signers?: readonly KeyName[];
  /** Which keys the receiver has; default those that sign. */
  trusted?: readonly KeyName[];
  /** The parts in which what was signed differs from what is sent. */
  signedAs?: Partial<SignedParts>;
  /** Changes the list of signatures, such as `['v1,…']`, before it is joined by spaces. */
  rewrite?: (signatures: string[]) => string[];
  /** Changes the headers before they are sent. */
  send?: (headers: Record<string, string>) => Record<string, string>;
  /** Default `accept`. */
  expect?: 'accept' | WebhookRefusal;
}
