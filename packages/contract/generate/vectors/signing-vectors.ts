import { createHmac } from 'node:crypto';
import { type ErrorName, ERRORS } from '../../src/errors.ts';
import { toPlainJson } from '../plain-json.ts';
import { ACCEPTED, SIGN_ONLY } from './signing-vectors-accepted.ts';
import { REFUSED } from './signing-vectors-refused.ts';
import { FORGED } from './signing-vectors-forged.ts';
import { DEFAULTS, type SignedParts, type VectorCase } from './signing-vectors-parts.ts';

/** A request with its signature, as in `vectors/signing.json`. It has one of the three kinds of body. */
export interface SignOnlyVector extends SignedParts {
  name: string;
  /** Hex of HMAC-SHA256 over the joined parts. Parts in `signedAs` replace the vector's own. */
  signature: string;
}

export interface SigningVector extends SignOnlyVector {
  /** The parts in which what was signed differs from what is sent. */
  signedAs?: Partial<SignedParts>;
  /** `accept`: authentication passes. Otherwise the expected error. */
  expect: 'accept' | { code: number; name: ErrorName };
}

export interface SigningVectors {
  about: string;
  /** The time at which a verifier receives the requests, Unix milliseconds. */
  serverTime: string;
  vectors: SigningVector[];
  signOnly: SignOnlyVector[];
}

const ABOUT =
  'Generated from packages/contract by `npm run generate`. Its use is described in docs/guides/sign-a-request.md.';

/** The bytes of the body, from the one of its three forms that the vector has. */
export function bodyBytes({ body, bodyBase64, bodyRepeat }: Partial<SignedParts>): Buffer {
  if (bodyBase64 !== undefined) return Buffer.from(bodyBase64, 'base64');
  if (bodyRepeat === undefined) return Buffer.from(body ?? '');
  return Buffer.from(bodyRepeat.before + bodyRepeat.unit.repeat(bodyRepeat.count) + bodyRepeat.after);
}

function partsOf({ appSecret, method, path, timestamp, ...rest }: VectorCase): SignedParts {
  const { body, bodyBase64, bodyRepeat } = rest;
  const head = {
    appSecret: appSecret ?? DEFAULTS.appSecret,
    method: method ?? DEFAULTS.method,
    path: path ?? DEFAULTS.path,
    timestamp: timestamp ?? DEFAULTS.timestamp,
  };
  if (bodyBase64 !== undefined) return { ...head, bodyBase64 };
  return bodyRepeat === undefined ? { ...head, body: body ?? '' } : { ...head, bodyRepeat };
}

function sign(parts: SignedParts): string {
  const { appSecret, method, path, timestamp } = parts;
  const prefix = method + path + timestamp;
  return createHmac('sha256', appSecret).update(prefix).update(bodyBytes(parts)).digest('hex');
}

function differing(signedAs: Partial<SignedParts>, sent: SignedParts): Partial<SignedParts> {
  const entries = Object.entries(signedAs) as [keyof SignedParts, string][];
  return Object.fromEntries(entries.filter(([part, value]) => sent[part] !== value));
}

function toVector(one: VectorCase): SigningVector {
  const parts = partsOf(one);
  const signature = sign(partsOf({ ...one, ...one.signedAs }));
  const { expect = 'accept' } = one;
  return {
    name: one.name,
    ...parts,
    ...(one.signedAs && { signedAs: differing(one.signedAs, parts) }),
    signature: one.writeHex?.(signature) ?? signature,
    expect: expect === 'accept' ? expect : { code: ERRORS[expect].code, name: expect },
  };
}

function toSignOnly(one: VectorCase): SignOnlyVector {
  const parts = partsOf(one);
  return { name: one.name, ...parts, signature: sign(parts) };
}

/** The file to commit, by path from the root of the repository. */
export async function outputs(): Promise<Record<string, string>> {
  const content: SigningVectors = {
    about: ABOUT,
    serverTime: DEFAULTS.timestamp,
    vectors: [...ACCEPTED, ...REFUSED, ...FORGED].map(toVector),
    signOnly: SIGN_ONLY.map(toSignOnly),
  };
  return { 'packages/contract/vectors/signing.json': `${toPlainJson(content)}\n` };
}
