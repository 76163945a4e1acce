import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { WEBHOOK_SCHEMES } from '@procurement-intents/contract/webhooks/signing';

/** Verifies signatures of one scheme under one key. */
export interface ReceiverKey {
  scheme: keyof typeof WEBHOOK_SCHEMES;
  isSignatureOf(text: Buffer, signature: Buffer): boolean;
}

/** Canonical base64 has one spelling; of any other text null. */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/** Reads `whsec_…` or `whpk_…`; null for what is neither. */
export function readReceiverKey(text: string): ReceiverKey | null {
  for (const scheme of ['v1', 'v1a'] as const) {
    const { keyPrefix, minKeyBytes, maxKeyBytes } = WEBHOOK_SCHEMES[scheme];
    const bytes = text.startsWith(keyPrefix) ? decodeBase64(text.slice(keyPrefix.length)) : null;
    if (bytes && bytes.length >= minKeyBytes && bytes.length <= maxKeyBytes) return openKey(scheme, bytes);
  }
  return null;
}

function openKey(scheme: ReceiverKey['scheme'], bytes: Buffer): ReceiverKey {
  if (scheme === 'v1') {
    return {
      scheme,
      isSignatureOf(text, signature) {
        const expected = createHmac('sha256', bytes).update(text).digest();
        return signature.length === expected.length && timingSafeEqual(signature, expected);
      },
    };
  }
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return { scheme, isSignatureOf: (text, signature) => verify(null, text, key, signature) };
}
