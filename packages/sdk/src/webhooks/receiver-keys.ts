import { check } from '../check-options.ts';
import { WEBHOOK_SCHEMES } from '../generated/webhook-signing.ts';

type SchemeName = keyof typeof WEBHOOK_SCHEMES;
type Bytes = Uint8Array<ArrayBuffer>;

/** Verifies signatures of one scheme under one key. */
export interface ReceiverKey {
  readonly name: SchemeName;
  /** In constant time: the runtime's own comparison. */
  isSignatureOf(text: Bytes, base64: string): Promise<boolean>;
}

const ALGORITHMS = { v1: { name: 'HMAC', hash: 'SHA-256' }, v1a: { name: 'Ed25519' } } as const;

/**
 * The bytes of canonical base64, which has one spelling for them; of any other text undefined. A decoder forgives more, so
 * that a changed character could mean the same bytes.
 */
function decodeBase64(text: string): Bytes | undefined {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (each) => each.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads secrets (`whsec_…`) and public keys (`whpk_…`).
 *
 * @throws TypeError for one that cannot be a key. Its message does not show the key.
 */
export function readKeys(secrets: string | readonly string[]): ReceiverKey[] {
  // An empty text is what an unset variable or white space at its end leaves of a list.
  const list = ([secrets].flat() as unknown[]).filter((each) => each !== undefined && each !== '');
  check(list.length, 'secrets is missing: pass the whsec_ or whpk_ of your endpoint');
  return list.map(readKey);
}

function readKey(secret: unknown): ReceiverKey {
  const names = Object.keys(WEBHOOK_SCHEMES) as SchemeName[];
  const text = typeof secret === 'string' ? secret : '';
  const name = names.find((each) => text.startsWith(WEBHOOK_SCHEMES[each].keyPrefix));
  check(name, 'a secret must be a text that begins with whsec_ or whpk_');
  const { keyPrefix, minKeyBytes, maxKeyBytes, signatureBytes } = WEBHOOK_SCHEMES[name];
  const bytes = decodeBase64(text.slice(keyPrefix.length));
  check(
    bytes && bytes.length >= minKeyBytes && bytes.length <= maxKeyBytes,
    `what follows ${keyPrefix} is no key: copy it whole, with any = at its end and without white space`,
  );
  let key: Promise<Awaited<ReturnType<typeof importKey>>> | undefined;
  return {
    name,
    async isSignatureOf(signed, base64) {
      const signature = decodeBase64(base64);
      if (signature?.length !== signatureBytes) return false;
      key ??= importKey(name, bytes);
      const imported = await key;
      return crypto.subtle.verify(ALGORITHMS[name].name, imported, signature, signed);
    },
  };
}

/** @throws TypeError where the runtime lacks what the scheme needs. */
async function importKey(name: SchemeName, bytes: Bytes) {
  check(
    globalThis.crypto?.subtle,
    'this runtime has no WebCrypto (browsers have it on https and localhost alone)',
  );
  try {
    return await crypto.subtle.importKey('raw', bytes, ALGORITHMS[name], false, ['verify']);
  } catch (error) {
    throw new TypeError(
      `WebCrypto of this runtime takes no ${ALGORITHMS[name].name} key: use an endpoint with the signature v1, or a newer runtime`,
      { cause: error },
    );
  }
}
