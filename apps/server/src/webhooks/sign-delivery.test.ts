import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  keys,
  vectors,
  type WebhookVector,
} from '../../../../packages/contract/test/read-webhook-vectors.ts';
import { verifyWebhook } from '../../../../packages/sdk/src/webhooks/index.ts';
import { signDelivery } from './sign-delivery.ts';
import { newSigningKey, type NewSigningKey } from './signing-key.ts';

const EVENT = { id: 'evt_1', type: 'intent.completed', data: { note: '请放前台' } };
const body = Buffer.from(JSON.stringify(EVENT));
// The libraries of others read the clock of the machine.
const timestamp = Math.floor(Date.now() / 1000);
const delivery = { id: 'evt_1', timestamp, body };

const headersOf = (signature: string) => ({
  'webhook-id': delivery.id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
});

describe('the published vectors', () => {
  const signed = vectors.filter(({ signedBy }) => signedBy);
  const signersOf = ({ signedBy = [] }: WebhookVector) =>
    signedBy.map((wanted) => {
      const { scheme = 'v1', receiverKey = '', privateKey } = keys.find(({ name }) => name === wanted) ?? {};
      return { scheme, secret: privateKey ?? receiverKey };
    });

  it('have one and two signatures of both schemes', () => {
    const lists = signed.map((vector) =>
      signersOf(vector)
        .map(({ scheme }) => scheme)
        .join(' '),
    );
    expect(lists).toEqual(expect.arrayContaining(['v1', 'v1a', 'v1 v1', 'v1a v1a', 'v1 v1a']));
  });

  // Neither scheme draws anything at random, so each has exactly one signature.
  it.each(signed)('$name: is signed byte by byte as published', (vector) => {
    const { 'webhook-id': id = '', 'webhook-timestamp': at } = vector.headers;
    expect(signDelivery({ id, timestamp: Number(at), body: bodyOf(vector) }, signersOf(vector))).toBe(
      vector.headers['webhook-signature'],
    );
  });
});

describe.each(['v1', 'v1a'] as const)('%s', (scheme) => {
  const [first, second, stranger] = [newSigningKey(scheme), newSigningKey(scheme), newSigningKey(scheme)];
  const judge = (signature: string, { receiverKey }: NewSigningKey) =>
    verifyWebhook({ body, headers: headersOf(signature), secrets: receiverKey });

  it('the SDK accepts a signature under a new key, and no other key', async () => {
    const signature = signDelivery(delivery, [first]);
    expect(await judge(signature, first)).toEqual(EVENT);
    await expect(judge(signature, stranger)).rejects.toMatchObject({ reason: 'NO_MATCH' });
  });

  it('the SDK accepts two signatures by either key', async () => {
    const signature = signDelivery(delivery, [first, second]);
    expect(signature.split(' ')).toHaveLength(2);
    for (const each of [first, second]) expect(await judge(signature, each)).toEqual(EVENT);
    await expect(judge(signature, stranger)).rejects.toMatchObject({ reason: 'NO_MATCH' });
  });

  it.each([
    ['id', { ...delivery, id: 'evt_2' }],
    ['time', { ...delivery, timestamp: timestamp + 1 }],
    ['body', { ...delivery, body: Buffer.from('{}') }],
  ])('a signature covers the %s', async (_, other) => {
    await expect(judge(signDelivery(other, [first]), first)).rejects.toMatchObject({ reason: 'NO_MATCH' });
  });

  it('a key is new each time, 32 bytes in standard base64', () => {
    const prefix = scheme === 'v1' ? 'whsec_' : 'whpk_';
    for (const { receiverKey } of [first, second]) {
      expect(receiverKey).toMatch(new RegExp(`^${prefix}[A-Za-z0-9+/]{43}=$`));
    }
    expect(new Set([first, second, stranger].map(({ secret }) => secret)).size).toBe(3);
  });
});

it('the receiver of v1a does not get what is signed with', () => {
  const { secret, receiverKey } = newSigningKey('v1a');
  const seed = Buffer.from(secret, 'base64').subarray(-32);
  expect(Buffer.from(receiverKey.slice('whpk_'.length), 'base64').equals(seed)).toBe(false);
});

it.each([
  ['standardwebhooks', Webhook],
  ['svix', SvixWebhook],
])('%s accepts one and two signatures of v1', (_, Library) => {
  const [first, second] = [newSigningKey('v1'), newSigningKey('v1')];
  const list = [[first], [first, second], [second, first]];
  for (const each of list) {
    const headers = headersOf(signDelivery(delivery, each));
    expect(() => new Library(first.receiverKey).verify(body, headers)).not.toThrow();
  }
  const other = headersOf(signDelivery(delivery, [second]));
  expect(() => new Library(first.receiverKey).verify(body, other)).toThrow('No matching signature');
});

it('node:crypto accepts a signature of v1a under the bare public key', () => {
  const key = newSigningKey('v1a');
  const [name, base64 = ''] = signDelivery(delivery, [key]).split(',');
  const x = Buffer.from(key.receiverKey.slice('whpk_'.length), 'base64').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const text = Buffer.from(`evt_1.${timestamp}.${body.toString()}`);
  expect(name).toBe('v1a');
  expect(verify(null, text, publicKey, Buffer.from(base64, 'base64'))).toBe(true);
});
