import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { RECIPIENT_FIELDS, type StoredRecipient } from '@procurement-intents/domain';
import { SEALED_FIELD } from './store/recipient-rows.ts';
import { createRandomSource } from '../random-bytes.ts';

/** Seals recipients at rest with AES-256-GCM and opens them again. */
export interface RecipientBox {
  /** The sealed columns, bound to the intent: {@link SEALED_FIELD} holds them all, the others are empty. */
  seal(intentId: string, recipient: StoredRecipient): StoredRecipient;
  /**
   * The row with its recipient in plain text. A row that is not sealed stays as it is.
   *
   * @throws Error when the key is missing or the text was sealed for another intent.
   */
  open<Row extends StoredRecipient & { id: string }>(row: Row): Row;
  /** Whether it is sealed with the current key. */
  isCurrent(recipient: StoredRecipient): boolean;
}

const EMPTY_FIELDS = RECIPIENT_FIELDS.filter((field) => field !== SEALED_FIELD);

const EMPTY: StoredRecipient = { recipientName: '', address: '', phone: '' };

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARS = 8;
const SEALED = /^sealed\.v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/;

/** The data key when none is set, derived from the secrets key. */
export function deriveDataKey(secretsKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretsKey, '', 'procurement-intents data key v1', 32));
}

/**
 * @param keys - 32 bytes each. The first one seals; all of them open. A sealed text contains the id of its key.
 */
export function createRecipientBox(keys: readonly [Buffer, ...Buffer[]]): RecipientBox {
  if (keys.some(({ length }) => length !== 32)) throw new Error('a data key must have 32 bytes');
  const byId = new Map(keys.map((key) => [keyIdOf(key), createSecretKey(key)]));
  const currentId = keyIdOf(keys[0]);
  const current = createSecretKey(keys[0]);
  const nextIv = createRandomSource(IV_BYTES);
  return {
    seal(intentId, recipient) {
      const text = JSON.stringify(RECIPIENT_FIELDS.map((field) => recipient[field]));
      const sealed = `sealed.v1.${currentId}.${encrypt(text, current, { iv: nextIv(), intentId })}`;
      return { ...EMPTY, [SEALED_FIELD]: sealed };
    },
    open(row) {
      const sealed = readSealed(row);
      if (!sealed) return row;
      const key = byId.get(sealed.keyId);
      if (!key) throw new Error(`the recipient of ${row.id} is sealed under data key ${sealed.keyId}`);
      return { ...row, ...recipientOf(decrypt(sealed.bytes, key, row.id)) };
    },
    isCurrent: (recipient) => readSealed(recipient)?.keyId === currentId,
  };
}

function keyIdOf(key: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from('key id '), key])).slice(0, KEY_ID_CHARS);
}

/** A caller can send any address, but no empty name or phone, and so cannot forge a sealed row. */
function readSealed(recipient: StoredRecipient): { keyId: string; bytes: Buffer } | null {
  if (EMPTY_FIELDS.some((field) => recipient[field] !== '')) return null;
  const [, keyId, body] = SEALED.exec(recipient[SEALED_FIELD]) ?? [];
  return keyId === undefined || body === undefined ? null : { keyId, bytes: Buffer.from(body, 'base64url') };
}

function encrypt(text: string, key: KeyObject, { iv, intentId }: { iv: Buffer; intentId: string }): string {
  const cipher = createCipheriv(CIPHER, key, iv);
  cipher.setAAD(Buffer.from(intentId));
  // GCM is a stream cipher, so `final` returns no bytes.
  const body = cipher.update(text, 'utf8');
  cipher.final();
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
}

function decrypt(bytes: Buffer, key: KeyObject, intentId: string): string[] {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(intentId))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as string[];
}

/** The recipient with these values, in the order in which a sealed text has them. */
function recipientOf(values: readonly string[]): StoredRecipient {
  const recipient = { ...EMPTY };
  RECIPIENT_FIELDS.forEach((field, index) => {
    recipient[field] = values[index] ?? '';
  });
  return recipient;
}

/** Whether all parts of a recipient are there. */
export const isWholeRecipient = (row: Partial<StoredRecipient>): row is StoredRecipient =>
  RECIPIENT_FIELDS.every((field) => row[field] !== undefined);

/**
 * The changes with their recipient sealed.
 *
 * @throws Error for a part of a recipient, because all parts are sealed as one text.
 */
export function sealChanges<Changes extends object>(
  box: RecipientBox,
  intentId: string,
  changes: Changes & Partial<StoredRecipient>,
): Changes {
  if (RECIPIENT_FIELDS.every((field) => changes[field] === undefined)) return changes;
  if (!isWholeRecipient(changes)) throw new Error('a recipient is written as a whole');
  return { ...changes, ...box.seal(intentId, changes) };
}
