const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const;

/** HMAC-SHA256 under `secret` by WebCrypto, which browsers provide only on https and on localhost. */
export function createHmacSha256(secret: string): (message: string) => Promise<string> {
  const encoder = new TextEncoder();
  const importKey = () => crypto.subtle.importKey('raw', encoder.encode(secret), ALGORITHM, false, ['sign']);
  let key: ReturnType<typeof importKey> | undefined;
  return async (message) => {
    key ??= importKey();
    const digest = await crypto.subtle.sign('HMAC', await key, encoder.encode(message));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
