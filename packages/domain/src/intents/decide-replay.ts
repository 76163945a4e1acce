import { LIMITS } from '@procurement-intents/contract';
import { ApiError, ValidationError } from '../errors.ts';
import type { StoredIntent } from './intent-fields.ts';

/** What makes two creates the same. */
export interface CreateKeys {
  /** Begins with its kind, so that no caller's key can stand for a signature. */
  idempotencyKey: string;
  /** The signature of the request, in lower case. */
  signature: string;
}

/**
 * The keys of a create: the caller's own, or the signature of the very request, so that bytes that are sent again never
 * buy twice.
 *
 * @param given - the `Idempotency-Key`, if there is one.
 * @throws ValidationError for a key that is empty, too long, or has anything but visible ASCII.
 */
export function readCreateKeys(given: string | null | undefined, signatureHeader: string): CreateKeys {
  const signature = signatureHeader.toLowerCase();
  if (given === null || given === undefined) return { idempotencyKey: `signature ${signature}`, signature };
  const max = LIMITS.idempotencyKeyChars;
  if (!/^[\x21-\x7e]+$/.test(given) || given.length > max) {
    throw new ValidationError([{ field: 'Idempotency-Key', issue: { rule: 'idempotencyKey', max } }]);
  }
  return { idempotencyKey: `key ${given}`, signature };
}

/** A create by the signature that it came with. It outlives its intent. */
export interface SignedCreate {
  intentId: string;
  idempotencyKey: string;
  createdAt: Date;
}

/** What an intent keeps of its create. */
export interface KeyedIntent {
  id: string;
  requestHash: string;
  createdAt: Date;
  /** When its personal data was overwritten. */
  redactedAt: Date | null;
}

/** Whether a create is the first of its kind, or gets the answer of an earlier one again. */
export type ReplayDecision<Intent> =
  | { kind: 'first' }
  /** The intent still exists. `isSignatureNew`: the host has to remember that this signature stands for it. */
  | { kind: 'replay'; intent: Intent; isSignatureNew: boolean }
  /** The intent has gone since; the very same bytes describe it as it was made. */
  | { kind: 'replayGone'; create: SignedCreate };

/**
 * Decides about a create from what is known of its signature and of its key. The same bytes under the same key get the
 * first answer again, and so does another signature with the same body under that key.
 *
 * @param requestHash - hash of the body as it came: of its bytes, not of what they mean.
 * @throws ApiError `SIGNATURE_REUSED` (40901) for known bytes under another key; `IDEMPOTENCY_KEY_REUSED` (40901) for
 *   another body under a known key.
 */
export function decideReplay<Intent extends KeyedIntent>(
  { idempotencyKey, requestHash }: { idempotencyKey: string; requestHash: string },
  { signed, keyed }: { signed: SignedCreate | null; keyed: Intent | null },
): ReplayDecision<Intent> {
  // The key is not signed: with another one, recorded bytes would buy again.
  if (signed && signed.idempotencyKey !== idempotencyKey) throw new ApiError('SIGNATURE_REUSED');
  // A key is free again when its intent has gone; these bytes keep the answer that they were given.
  if (signed && !hasMet(signed, keyed)) return { kind: 'replayGone', create: signed };
  if (keyed === null) return { kind: 'first' };
  // After the redaction nothing is taken for the same: a purchase must not be reported as made that never was.
  if (keyed.redactedAt !== null || keyed.requestHash !== requestHash) {
    throw new ApiError('IDEMPOTENCY_KEY_REUSED', { data: { id: keyed.id } });
  }
  return { kind: 'replay', intent: keyed, isSignatureNew: signed === null };
}

/** Whether the intent under the key existed when the signature came. */
const hasMet = (signed: SignedCreate, keyed: KeyedIntent | null): boolean =>
  keyed !== null && (keyed.id === signed.intentId || keyed.createdAt <= signed.createdAt);

/** An intent that has gone as its create made it, from the same create made again. */
export function restoreCreated<
  Intent extends Pick<StoredIntent, 'id' | 'createdAt' | 'updatedAt' | 'submittedAt'>,
>(intent: Intent, { intentId: id, createdAt }: SignedCreate): Intent {
  return { ...intent, id, createdAt, updatedAt: createdAt, submittedAt: intent.submittedAt && createdAt };
}
