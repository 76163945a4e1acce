/**
 * HMAC-SHA256 under `secret` by Node's crypto: some 25 times faster than an awaited WebCrypto call. The module is
 * loaded with the first signature, when `fetch` needs it as well, so that importing the client stays fast.
 */
export function createHmacSha256(secret: string): (message: string) => Promise<string> {
  let hmac: ((message: string) => string) | undefined;
  return async (message) => {
    hmac ??= await prepareHmac(secret);
    return hmac(message);
  };
}

async function prepareHmac(secret: string) {
  const { createHmac, createSecretKey } = await import('node:crypto');
  const key = createSecretKey(secret, 'utf8');
  return (message: string) => createHmac('sha256', key).update(message, 'utf8').digest('hex');
}
