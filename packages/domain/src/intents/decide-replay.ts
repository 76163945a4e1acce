import { ApiError } from '../errors.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import type { StoredIntent } from './intent-fields.ts';

const OWN_KEY = 'key ';

/** What identifies a create: two creates with an equal key or signature are the same purchase. */
export interface CreateKeys {
  /** Begins with its kind, so that no caller's key equals a signature. */
  idempotencyKey: string;
  /** The signature of the request, in lower case. */
  signature: string;
}

/**
 * The keys of a create: the caller's own key, or else the signature, so that the same bytes sent again never buy
 * twice.
 *
 * @param given - the `Idempotency-Key`, if there is one.
 * @param signatureHeader - of a request whose signature was checked.
 * @throws ValidationError for a key that is empty, too long, or has anything but visible ASCII.
 */
export function readCreateKeys(
  given: string | null | undefined,
  signatureHeader: string | null | undefined,
): CreateKeys {
  // All creates of an App without a signature would be one purchase.
  if (!signatureHeader) throw new Error('a create needs a signature');
  const signature = signatureHeader.toLowerCase();
  const key = readIdempotencyKey(given);
  if (key === null) return { idempotencyKey: `signature ${signature}`, signature };
  return { idempotencyKey: storedKeyOf(key), signature };
}

/** A caller's own key as it is stored. */
export const storedKeyOf = (given: string): string => OWN_KEY + given;

/** The caller's own key of a stored one. Undefined when none was sent. */
export const givenKeyOf = (stored: string): string | undefined =>
  stored.startsWith(OWN_KEY) ? stored.slice(OWN_KEY.length) : undefined;

/** A create, found by its signature. It is kept longer than its intent. */
export interface SignedCreate {
  intentId: string;
  idempotencyKey: string;
  createdAt: Date;
}

/** What an intent stores of its create. */
export interface KeyedIntent {
  id: string;
  requestHash: string;
  /** When its personal data was overwritten. */
  redactedAt: Date | null;
}

/** Whether a create is new, or a replay that gets the answer of an earlier one. */
export type ReplayDecision<Intent> =
  | { kind: 'first' }
  /** The intent still exists. `isSignatureNew`: the host has to store that this signature belongs to it. */
  | { kind: 'replay'; intent: Intent; isSignatureNew: boolean }
  /** The intent was deleted since; the same bytes describe it as it was created. */
  | { kind: 'replayDeleted'; create: SignedCreate };

/**
 * Decides whether a create is a replay, from what is stored under its signature and its key. The same bytes under the
 * same key get the first answer again, and so does another signature with the same body under the same key.
 *
 * @param requestHash - hash of the body's bytes, not of their meaning.
 * @throws ApiError `SIGNATURE_REUSED` (40901) for known bytes under another key; `IDEMPOTENCY_KEY_REUSED` (40901) for
 *   another body under a known key.
 */
export function decideReplay<Intent extends KeyedIntent>(
  { idempotencyKey, requestHash }: { idempotencyKey: string; requestHash: string },
  { signed, keyed }: { signed: SignedCreate | null; keyed: Intent | null },
): ReplayDecision<Intent> {
  // The key is not signed: recorded bytes under another key would buy again.
  if (signed && signed.idempotencyKey !== idempotencyKey) throw new ApiError('SIGNATURE_REUSED');
  // A key is free again once its intent is deleted, but these bytes keep the answer that they got.
  if (signed && keyed?.id !== signed.intentId) return { kind: 'replayDeleted', create: signed };
  if (keyed === null) return { kind: 'first' };
  // After redaction no body counts as the same: a purchase that was never made must not be reported as made.
  if (keyed.redactedAt !== null || keyed.requestHash !== requestHash) {
    throw new ApiError('IDEMPOTENCY_KEY_REUSED', { data: { id: keyed.id } });
  }
  return { kind: 'replay', intent: keyed, isSignatureNew: signed === null };
}

/** Rebuilds a deleted intent as its create made it, from the same create sent again. */
export function restoreCreated<
  Intent extends Pick<StoredIntent, 'id' | 'createdAt' | 'updatedAt' | 'submittedAt'>,
>(intent: Intent, { intentId: id, createdAt }: SignedCreate): Intent {
  return { ...intent, id, createdAt, updatedAt: createdAt, submittedAt: intent.submittedAt && createdAt };
}
