import { encodeBase64Url } from '@procurement-intents/domain';

/** The SHA-256 of a text in base64url. */
export async function hashText(text: string): Promise<string> {
  const hash = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return encodeBase64Url(String.fromCharCode(...new Uint8Array(hash)));
}
