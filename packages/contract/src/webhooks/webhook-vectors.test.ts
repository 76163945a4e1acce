import { createHmac, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { outputs } from '../../generate/vectors/webhook-vectors.ts';
import {
  bodyOf,
  isSigned,
  keys,
  vectors,
  WEBHOOK_VECTORS_FILE,
  type WebhookVector,
} from '../../test/read-webhook-vectors.ts';
import { WEBHOOK_HEADERS, WEBHOOK_SCHEMES, webhookSigningPrefix } from './signing.ts';

const headerOf = ({ headers }: WebhookVector, wanted: string) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

/** Whether one of the vector's keys made one of its signatures, by rules that know neither ids nor times. */
function hasMatch(vector: WebhookVector): boolean {
  const [id, timestamp, list] = Object.values(WEBHOOK_HEADERS).map((name) => headerOf(vector, name));
  const text = Buffer.concat([Buffer.from(webhookSigningPrefix(id ?? '', timestamp ?? '')), bodyOf(vector)]);
  return vector.secrets.some((secret) => {
    const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
    return (list ?? '').split(' ').some((each) => {
      const hmac = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
      return secret.startsWith('whsec_') ? each === hmac : isEd25519(key, text, each);
    });
  });
}

function isEd25519(x: Buffer, text: Buffer, signature: string): boolean {
  const bytes = Buffer.from(signature.slice(4), 'base64');
  if (signature !== `v1a,${bytes.toString('base64')}`) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') };
  return verify(null, text, createPublicKey({ key: jwk, format: 'jwk' }), bytes);
}

it('are over forty accepted and refused, each with a unique name', () => {
  expect(vectors.length).toBeGreaterThan(80);
  expect(vectors.filter(isSigned).length).toBeGreaterThan(40);
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
});

it('are what the generator writes', async () => {
  expect(Object.values(await outputs())).toEqual([readFileSync(WEBHOOK_VECTORS_FILE, 'utf8')]);
});

it('have keys of both schemes, two of each, in their forms', () => {
  expect(keys.map(({ scheme }) => scheme)).toEqual(['v1', 'v1', 'v1a', 'v1a']);
  for (const { scheme, receiverKey } of keys) {
    const { keyPrefix } = WEBHOOK_SCHEMES[scheme];
    expect(receiverKey.startsWith(keyPrefix)).toBe(true);
    expect(Buffer.from(receiverKey.slice(keyPrefix.length), 'base64')).toHaveLength(32);
  }
});

it.each(vectors.filter(isSigned))('$name: one of the keys made one of the signatures', (vector) => {
  expect(hasMatch(vector)).toBe(true);
});

// Another rule has to refuse these: of times, of headers, or of ids.
const isRightlySigned = ({ name }: WebhookVector) => /^time: |^headers: |in the id$/.test(name);

it.each(vectors.filter((one) => !isSigned(one) && !isRightlySigned(one)))(
  '$name: no key made any of the signatures',
  (vector) => {
    expect(vector.expect).toBe('NO_MATCH');
    expect(hasMatch(vector)).toBe(false);
  },
);

it.each(vectors.filter((one) => !isSigned(one) && /^time: |in the id$/.test(one.name)))(
  '$name: the signature is right, so another rule must refuse it',
  (vector) => expect(hasMatch(vector)).toBe(true),
);
