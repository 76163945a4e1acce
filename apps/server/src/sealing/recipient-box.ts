import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';

/** The recipient of a parcel: the personal data of an intent. */
export interface Recipient {
  recipientName: string;
  address: string;
  phone: string;
}

/** Seals recipients at rest with AES-256-GCM and opens them again. */
export interface RecipientBox {
  /** The sealed columns, bound to the intent: `address` holds all three, the others are empty. */
  seal(intentId: string, recipient: Recipient): Recipient;
  /**
   * The row with its recipient in plain text. A row that is not sealed stays as it is.
   *
   * @throws Error when the key is missing or the text was sealed for another intent.
   */
  open<Row extends Recipient & { id: string }>(row: Row): Row;
  /** Whether it is sealed with the current key. */
  isCurrent(recipient: Recipient): boolean;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARS = 8;
// Drawing random bytes takes half as long as sealing, so they are drawn for many seals at once.
const IVS_AT_ONCE = 256;
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
  const nextIv = createIvSource();
  return {
    seal(intentId, { recipientName, address, phone }) {
      const text = JSON.stringify([recipientName, address, phone]);
      return {
        recipientName: '',
        address: `sealed.v1.${currentId}.${encrypt(text, current, { iv: nextIv(), intentId })}`,
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

/** A caller can send any address, but no empty name or phone, and so cannot forge a sealed row. */
function readSealed({ recipientName, address, phone }: Recipient): { keyId: string; bytes: Buffer } | null {
  if (recipientName !== '' || phone !== '') return null;
  const [, keyId, body] = SEALED.exec(address) ?? [];
  return keyId === undefined || body === undefined ? null : { keyId, bytes: Buffer.from(body, 'base64url') };
}

/** Random bytes for one encryption each. */
function createIvSource(): () => Buffer {
  const drawn = Buffer.allocUnsafe(IV_BYTES * IVS_AT_ONCE);
  let used = drawn.length;
  return () => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    used += IV_BYTES;
    return drawn.subarray(used - IV_BYTES, used);
  };
}

function encrypt(text: string, key: KeyObject, { iv, intentId }: { iv: Buffer; intentId: string }): string {
  const cipher = createCipheriv(CIPHER, key, iv);
  cipher.setAAD(Buffer.from(intentId));
  // GCM is a stream cipher, so `final` returns no bytes.
  const body = cipher.update(text, 'utf8');
  cipher.final();
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
}

function decrypt(bytes: Buffer, key: KeyObject, intentId: string): [string, string, string] {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(intentId))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as [string, string, string];
}

/**
 * The changes with their recipient sealed.
 *
 * @throws Error for a part of a recipient, because all parts are sealed as one text.
 */
export function sealChanges<Changes extends object>(
  box: RecipientBox,
  intentId: string,
  changes: Changes & Partial<Recipient>,
): Changes {
  const { recipientName, address, phone } = changes;
  if (recipientName === undefined && address === undefined && phone === undefined) return changes;
  if (recipientName === undefined || address === undefined || phone === undefined)
    throw new Error('a recipient is written as a whole');
  return { ...changes, ...box.seal(intentId, { recipientName, address, phone }) };
}
