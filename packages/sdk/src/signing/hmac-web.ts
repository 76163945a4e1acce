/** HMAC-SHA256 under `secret` by WebCrypto, which browsers provide only on https and on localhost. */
export function createHmacSha256(secret: string): (message: string) => Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text);
  let key: ReturnType<typeof crypto.subtle.importKey> | undefined;
  return async (message) => {
    key ??= crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ]);
    const digest = await crypto.subtle.sign('HMAC', await key, encode(message));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
