import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignedParts } from '../generate/vectors/signing-vectors-parts.ts';
import type { SigningVector, SigningVectors, SignOnlyVector } from '../generate/vectors/signing-vectors.ts';

export type { SigningVector };

export const VECTORS_FILE = join(import.meta.dirname, '..', 'vectors', 'signing.json');

const published = JSON.parse(readFileSync(VECTORS_FILE, 'utf8')) as SigningVectors;

/** The time at which a verifier receives the requests, Unix milliseconds. */
export const SERVER_TIME_MS = Number(published.serverTime);

/** Signed requests, for tests of signers and of verifiers. */
export const SIGNING_VECTORS: readonly SigningVector[] = published.vectors;

/** A text to sign and its signature. */
export interface SigningTask {
  name: string;
  appSecret: string;
  method: string;
  path: string;
  timestamp: string;
  body: Buffer;
  /** In lower case. */
  signature: string;
}

/** The texts that every signer of the product has to sign. */
export const SIGNING_TASKS: readonly SigningTask[] = [...published.vectors, ...published.signOnly].map(
  toTask,
);

function toTask(vector: SigningVector | SignOnlyVector): SigningTask {
  const { name, appSecret, method, path, timestamp, signature } = vector;
  const signedAs: Partial<SignedParts> = 'signedAs' in vector ? vector.signedAs : {};
  return {
    name,
    appSecret,
    method,
    path,
    timestamp,
    ...signedAs,
    body: bodyOf({ ...vector, ...signedAs }),
    signature: signature.toLowerCase(),
  };
}

/** The bytes of the body, from the one of its three forms that the vector has. */
export function bodyOf({ body, bodyBase64, bodyRepeat }: SignedParts): Buffer {
  if (bodyBase64 !== undefined) return Buffer.from(bodyBase64, 'base64');
  if (bodyRepeat === undefined) return Buffer.from(body ?? '');
  const { before, unit, count, after } = bodyRepeat;
  return Buffer.from(before + unit.repeat(count) + after);
}
