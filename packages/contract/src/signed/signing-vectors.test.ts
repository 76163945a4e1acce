import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { outputs } from '../../generate/vectors/signing-vectors.ts';
import {
  bodyOf,
  type SigningVector,
  SIGNING_TASKS,
  SIGNING_VECTORS,
  VECTORS_FILE,
} from '../../test/read-signing-vectors.ts';
import { ERRORS } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { SIGNABLE_PATH_PATTERN, SIGNATURE_PATTERN, signingPrefix, TIMESTAMP_PATTERN } from './signing.ts';

const isAccepted = ({ expect }: SigningVector) => expect === 'accept';
const accepted = SIGNING_VECTORS.filter(isAccepted);
const signedBytes = ({ method, path, timestamp }: SigningVector, body: Buffer) =>
  Buffer.concat([Buffer.from(signingPrefix(method, path, timestamp)), body]);
const hmacHex = (secret: string, bytes: Buffer) => createHmac('sha256', secret).update(bytes).digest('hex');

it('are over a hundred accepted and over a hundred refused, each with a unique name', () => {
  expect(accepted.length).toBeGreaterThan(100);
  expect(SIGNING_VECTORS.length - accepted.length).toBeGreaterThan(100);
  expect(new Set(SIGNING_TASKS.map(({ name }) => name)).size).toBe(SIGNING_TASKS.length);
});

it('are what the generator writes', async () => {
  expect(Object.values(await outputs())).toEqual([readFileSync(VECTORS_FILE, 'utf8')]);
});

it.each(SIGNING_TASKS)('$name: has the HMAC-SHA256 of its parts joined', (task) => {
  const { appSecret, method, path, timestamp, body, signature } = task;
  const joined = Buffer.concat([Buffer.from(method), Buffer.from(path), Buffer.from(timestamp), body]);
  expect(signature).toBe(hmacHex(appSecret, joined));
});

describe('an accepted vector', () => {
  it.each(accepted)('$name: follows the rules of the contract', (vector) => {
    const { appSecret, path, timestamp, signature } = vector;
    expect(vector).not.toHaveProperty('signedAs');
    expect(path).toMatch(SIGNABLE_PATH_PATTERN);
    expect(timestamp).toMatch(TIMESTAMP_PATTERN);
    expect(signature).toMatch(SIGNATURE_PATTERN);
    expect(signature.toLowerCase()).toBe(hmacHex(appSecret, signedBytes(vector, bodyOf(vector))));
    expect(['', '{']).toContain(bodyOf(vector).toString('latin1', 0, 1));
    expect(bodyOf(vector).length).toBeLessThanOrEqual(LIMITS.bodyBytes);
  });

  it('has a body of the maximum size', () => {
    expect(accepted.map((vector) => bodyOf(vector).length)).toContain(LIMITS.bodyBytes);
  });
});

describe('a forged vector', () => {
  const forged = SIGNING_VECTORS.filter(({ signedAs }) => signedAs !== undefined);
  const isBoundary = ({ name }: SigningVector) => name.startsWith('boundary moved: ');

  it.each(forged.filter((vector) => !isBoundary(vector)))(
    '$name: has a signature that does not match',
    (vector) => {
      const right = hmacHex(vector.appSecret, signedBytes(vector, bodyOf(vector)));
      expect(vector.signature).not.toBe(right);
      expect(vector.expect).toEqual({ code: ERRORS.SIGNATURE_INVALID.code, name: 'SIGNATURE_INVALID' });
    },
  );

  it.each(forged.filter(isBoundary))(
    '$name: has a matching signature, so another rule must refuse it',
    (vector) => {
      expect(vector.expect).not.toBe('accept');
      expect(vector.signature).toBe(hmacHex(vector.appSecret, signedBytes(vector, bodyOf(vector))));
    },
  );
});

it('similar texts have different signatures', () => {
  const signatures = accepted.map(({ signature }) => signature.toLowerCase());
  const different = new Set(signatures);
  // Two vectors repeat "no query", with the signature in upper case and in mixed case.
  expect(signatures.length - different.size).toBe(2);
});
