import { Buffer } from 'node:buffer';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  type BaseAddress,
  knownMistakes,
  type Mistake,
  type Recipe,
  correctRecipe,
  type SecretForm,
} from './signing-mistakes.ts';

/** The four parts that a signature covers, exactly as sent. */
export interface SignedParts {
  method: string;
  path: string;
  /** The value of `X-Timestamp`. */
  timestamp: string;
  body: Buffer;
}

/** Whether a signature is correct, and which mistakes explain it when it is not. */
export interface SignatureDiagnosis {
  isValid: boolean;
  /** The fewest known mistakes that explain the signature; empty when it is correct or cannot be explained. */
  mistakes: string[];
}

// Two mistakes at once are some 2 000 digests: about a second with 64 KB each.
const MAX_BYTES_FOR_PAIRS = 65_536;

export interface DiagnosisOptions {
  secret: string;
  signature: string;
  /** The address that the client calls. Default: mistakes that need it are not looked for. */
  baseUrl?: string | undefined;
  /** The largest body with which two mistakes at once are looked for. Default 64 KB. */
  maxBytesForPairs?: number;
}

/** Compares `signature` with the correct one, and with those that one or two known mistakes produce. */
export function diagnoseSignature(parts: SignedParts, options: DiagnosisOptions): SignatureDiagnosis {
  const steps = diagnosisSteps(parts, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** As {@link diagnoseSignature}, in steps of some milliseconds: a host can do other work between them. */
export function* diagnosisSteps(
  parts: SignedParts,
  { secret, signature, baseUrl, maxBytesForPairs = MAX_BYTES_FOR_PAIRS }: DiagnosisOptions,
): Generator<undefined, SignatureDiagnosis> {
  const body = parts.body.toString('utf8');
  const correct = correctRecipe({ ...parts, body, method: parts.method.toUpperCase(), secret });
  const asTyped = { ...correct, method: parts.method };
  const base = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  for (const { bytes, note } of readSignature(signature)) {
    // Bytes that are not UTF-8 differ from their text. Unless a mistake changes the body, the bytes themselves are
    // signed.
    const matches = (recipe: Recipe) =>
      isEqual(digest(recipe, recipe.body === body ? parts.body : Buffer.from(recipe.body)), bytes);
    if (matches(correct)) return { isValid: note === null, mistakes: note === null ? [] : [note] };
    const found = matches(asTyped)
      ? ['the method as typed, not in capitals']
      : yield* search(correct, matches, { base, maxBytesForPairs });
    if (found) return { isValid: false, mistakes: note === null ? found : [...found, note] };
  }
  return { isValid: false, mistakes: [] };
}

function* search(
  correct: Recipe,
  matches: (recipe: Recipe) => boolean,
  { base, maxBytesForPairs }: { base: BaseAddress | null; maxBytesForPairs: number },
): Generator<undefined, string[] | null> {
  const groups = knownMistakes(base);
  const single = groups.flat().find((each) => explains(correct, [each], matches));
  if (single) return [single.label];
  if (Buffer.byteLength(correct.body) > maxBytesForPairs) return null;
  for (const [index, group] of groups.entries()) {
    const later = groups.slice(index + 1).flat();
    for (const first of group) {
      yield;
      const second = later.find((each) => explains(correct, [first, each], matches));
      if (second) return [first.label, second.label];
    }
  }
  return null;
}

function explains(correct: Recipe, mistakes: Mistake[], matches: (recipe: Recipe) => boolean): boolean {
  let recipe = correct;
  for (const { apply } of mistakes) {
    const change = apply(recipe);
    if (!change) return false;
    recipe = { ...recipe, ...change };
  }
  return matches(recipe);
}

/** The possible bytes of a signature, each with a note when its notation is unusual. */
function readSignature(signature: string): { bytes: Buffer; note: string | null }[] {
  const text = signature.trim();
  const bare = text.replace(/^[a-z0-9-]+=(?=.{20})/i, '');
  const prefixNote = bare === text ? null : 'something before the hex digits';
  if (/^([0-9a-f]{2})+$/i.test(bare)) return [{ bytes: Buffer.from(bare, 'hex'), note: prefixNote }];
  return [{ bytes: Buffer.from(bare, 'base64'), note: 'Base64 instead of hex for the signature' }];
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const KEYS: Record<SecretForm, (secret: string) => Buffer> = {
  utf8: (secret) => Buffer.from(secret),
  'base64-decoded': (secret) => Buffer.from(secret, 'base64'),
  'hex-decoded': (secret) => Buffer.from(secret, 'hex'),
  'base64-encoded': (secret) => Buffer.from(Buffer.from(secret).toString('base64')),
};

function digest(recipe: Recipe, body: Buffer): Buffer {
  const { separator, ending, order, algorithm } = recipe;
  const secret = KEYS[recipe.secretForm](recipe.secret);
  const pieces = order.flatMap((part, index) => [
    index === 0 ? '' : separator,
    part === 'body' ? body : recipe[part],
  ]);
  const message = Buffer.concat([...pieces, ending].map((piece) => Buffer.from(piece as string)));
  switch (algorithm) {
    case 'hmac-sha256':
      return createHmac('sha256', secret).update(message).digest();
    case 'hmac-sha1':
      return createHmac('sha1', secret).update(message).digest();
    case 'hmac-sha512':
      return createHmac('sha512', secret).update(message).digest();
    case 'hmac-swapped':
      return createHmac('sha256', message).update(secret).digest();
    case 'plain-sha256':
      return createHash('sha256').update(secret).update(message).digest();
  }
}
