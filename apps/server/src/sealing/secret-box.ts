import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts small secrets at rest with AES-256-GCM. A ciphertext opens only with its original `context`. */
export interface SecretBox {
  /** Encrypts with the current key. */
  seal(plaintext: string, context: string): Uint8Array<ArrayBuffer>;
  /** Whether the current key sealed it, and not the previous one. */
  isCurrent(ciphertext: Uint8Array, context: string): boolean;
  /** @throws Error when the key or the context is another one, or the bytes were changed. */
  open(ciphertext: Uint8Array, context: string): string;
}

/**
 * @param key - 32 bytes; seals, and opens.
 * @param previous - earlier keys while keys are being replaced; they open only.
 */
export function createSecretBox(key: Buffer, ...previous: readonly (Buffer | null)[]): SecretBox {
  const keys = [key, ...previous.filter((one) => one !== null)];
  if (keys.some(({ length }) => length !== 32)) throw new Error('the secrets key must have 32 bytes');
  return {
    seal(plaintext, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), body]));
    },
    isCurrent: (ciphertext, context) => tryOpen(key, ciphertext, context) !== null,
    open(ciphertext, context) {
      for (const each of keys) {
        const plaintext = tryOpen(each, ciphertext, context);
        if (plaintext !== null) return plaintext;
      }
      throw new Error('the secret was sealed under another key or for another owner');
    },
  };
}

function tryOpen(key: Buffer, ciphertext: Uint8Array, context: string): string | null {
  const bytes = Buffer.from(ciphertext);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      // Without it Node accepts a truncated tag.
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const body = bytes.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
