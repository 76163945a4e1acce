import { createPrivateKey, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bodyOf,
  isSigned,
  keys,
  receiverTime,
  toleranceSeconds,
  vectors,
  type WebhookVector,
} from '../../../contract/test/read-webhook-vectors.ts';
import { isWebhookSignatureError, verifyWebhook } from './index.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: receiverTime * 1000 });
});
afterEach(() => vi.useRealTimers());

const expectation = (vector: WebhookVector): unknown =>
  vector.expect === 'accept' ? JSON.parse(bodyOf(vector).toString()) : vector.expect;

/** The event of the vector, or the reason of its refusal. */
async function judge({ headers, secrets }: WebhookVector, body: Uint8Array | string): Promise<unknown> {
  try {
    return await verifyWebhook({ body, headers, secrets, toleranceSeconds });
  } catch (error) {
    if (!isWebhookSignatureError(error)) throw error;
    return error.reason;
  }
}

describe('the SDK judges as published', () => {
  it.each(vectors)('$name', async (vector) => {
    const forms = vector.body === undefined ? [bodyOf(vector)] : [bodyOf(vector), vector.body];
    for (const each of forms) expect(await judge(vector, each)).toEqual(expectation(vector));
  });
});

/** What a library of others sees differently, and why that is no matter. */
const DIFFERENT: Record<string, string> = {
  'list: a third part': 'it ignores what follows a second comma',
  'forged: a full stop in the id': 'it takes any id',
  'forged: a space in the id': 'it takes any id',
  'no event: bytes that are no text': 'it signs text alone',
};

type Verifier = new (secret: string) => {
  verify(body: Buffer, headers: Record<string, string>, options?: { jsonParse: boolean }): unknown;
  sign(id: string, at: Date, body: string): string;
};

describe.each<[string, Verifier]>([
  ['standardwebhooks', Webhook],
  ['svix', SvixWebhook],
])('%s', (_, Library) => {
  const ofV1 = vectors.filter(({ secrets }) => secrets.some((each) => each.startsWith('whsec_')));

  function isAccepted({ secrets, headers, ...vector }: WebhookVector): boolean {
    return secrets
      .filter((each) => each.startsWith('whsec_'))
      .some((secret) => {
        try {
          new Library(secret).verify(bodyOf({ secrets, headers, ...vector }), headers, { jsonParse: false });
          return true;
        } catch {
          return false;
        }
      });
  }

  /** Right under a secret, as a library without ed25519 sees it. */
  const isSignedByHmac = (vector: WebhookVector) =>
    isSigned(vector) && Object.values(vector.headers).some((value) => /(^| )v1,/.test(value));

  it.each(ofV1)('judges "$name" as published, where it knows the rule', (vector) => {
    const isDifferent = vector.name in DIFFERENT;
    expect(isAccepted(vector)).toBe(isSignedByHmac(vector) !== isDifferent);
  });

  it.each(vectors.filter(({ signedBy, body }) => signedBy && body !== undefined))(
    'signs "$name" as published',
    ({ signedBy = [], headers, body = '' }) => {
      const signers = keys.filter(({ name, scheme }) => scheme === 'v1' && signedBy.includes(name));
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const published = headers['webhook-signature']?.split(' ');
      for (const { receiverKey } of signers) {
        expect(published).toContain(new Library(receiverKey).sign(headers['webhook-id'] ?? '', at, body));
      }
    },
  );

  it('signs what the SDK accepts', async () => {
    const secret = keys[0]?.receiverKey ?? '';
    const body = JSON.stringify({ id: 'msg_1', type: 'intent.completed', data: { note: '请放前台' } });
    const headers = {
      'Webhook-Id': 'msg_1',
      'Webhook-Timestamp': String(receiverTime),
      'Webhook-Signature': new Library(secret).sign('msg_1', new Date(receiverTime * 1000), body),
    };
    expect(await verifyWebhook({ body, headers, secrets: secret })).toEqual(JSON.parse(body));
  });
});

it('accepts the ed25519 signatures of node:crypto, as published', () => {
  const signed = vectors.filter(({ signedBy = [] }) => signedBy.some((name) => name.endsWith('pair')));
  expect(signed.length).toBeGreaterThan(5);
  for (const { signedBy = [], headers, ...rest } of signed) {
    const head = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`;
    const text = Buffer.concat([Buffer.from(head), bodyOf({ ...rest, headers })]);
    const made = keys
      .filter(({ name, privateKey }) => privateKey !== undefined && signedBy.includes(name))
      .map(({ privateKey = '' }) => {
        const der = Buffer.from(privateKey, 'base64');
        return `v1a,${sign(null, text, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).toString('base64')}`;
      });
    for (const each of made) expect(headers['webhook-signature']?.split(' ')).toContain(each);
  }
});
