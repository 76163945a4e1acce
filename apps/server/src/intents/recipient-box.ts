import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { IntentRow } from './repository.ts';

/** Whom a parcel goes to: the personal data of an intent. */
export type Recipient = Pick<IntentRow, 'recipientName' | 'address' | 'phone'>;

/** Seals recipients at rest with AES-256-GCM and opens them again. */
export interface RecipientBox {
  /** The three columns as they rest, bound to the intent: all is in `address`, the others are empty. */
  seal(intentId: string, recipient: Recipient): Recipient;
  /**
   * The row with its recipient in the clear. A row that was never sealed stays as it is.
   *
   * @throws Error when the key is not at hand or the text belongs to another intent.
   */
  open<Row extends Recipient & { id: string }>(row: Row): Row;
  /** Whether the current key sealed it; a row in the clear was not. */
  isCurrent(recipient: Recipient): boolean;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARS = 8;
const SEALED = /^sealed\.v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/;

/** The key that serves as data key while none is set: anyone who has the secrets key can make it. */
export function deriveDataKey(secretsKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretsKey, '', 'procurement-intents data key v1', 32));
}

/**
 * @param keys - 32 bytes each. The first one seals; all of them open. Each sealed text names its key.
 */
export function createRecipientBox(keys: readonly [Buffer, ...Buffer[]]): RecipientBox {
  if (keys.some(({ length }) => length !== 32)) throw new Error('a data key must have 32 bytes');
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]));
  const [current] = keys;
  const currentId = keyIdOf(current);
  return {
    seal(intentId, { recipientName, address, phone }) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, current, iv).setAAD(Buffer.from(intentId));
      const text = JSON.stringify([recipientName, address, phone]);
      const body = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return {
        recipientName: '',
        address: `sealed.v1.${currentId}.${body.toString('base64url')}`,
        phone: '',
      };
    },
    open(row) {
      const sealed = readSealed(row);
      if (!sealed) return row;
      const key = byId.get(sealed.keyId);
      if (!key) throw new Error(`the recipient of ${row.id} is sealed under data key ${sealed.keyId}`);
      const [recipientName, address, phone] = decrypt(sealed.bytes, key, row.id);
      return { ...row, recipientName, address, phone };
    },
    isCurrent: (recipient) => readSealed(recipient)?.keyId === currentId,
  };
}

function keyIdOf(key: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from('key id '), key])).slice(0, KEY_ID_CHARS);
}

/** A caller may send any text as address, but never an empty name and phone. */
function readSealed({ recipientName, address, phone }: Recipient): { keyId: string; bytes: Buffer } | null {
  if (recipientName !== '' || phone !== '') return null;
  const [, keyId, body] = SEALED.exec(address) ?? [];
  return keyId === undefined || body === undefined ? null : { keyId, bytes: Buffer.from(body, 'base64url') };
}

function decrypt(bytes: Buffer, key: Buffer, intentId: string): [string, string, string] {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(intentId))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as [string, string, string];
}
