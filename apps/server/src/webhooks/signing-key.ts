import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { WEBHOOK_SCHEMES } from '@procurement-intents/contract/webhooks/signing';

/** What the service signs with. */
export interface SigningKey {
  scheme: keyof typeof WEBHOOK_SCHEMES;
  /** To be sealed. `v1`: what the receiver has too, `whsec_…`. `v1a`: the private key, base64 of PKCS #8 in DER. */
  secret: string;
}

export interface NewSigningKey extends SigningKey {
  /** What the receiver verifies with: for `v1` the secret itself, for `v1a` the public key, `whpk_…`. */
  receiverKey: string;
}

// As many as the digest of SHA-256 has: more would make an HMAC no harder to forge.
const SECRET_BYTES = 32;

export function newSigningKey(scheme: SigningKey['scheme']): NewSigningKey {
  const { keyPrefix } = WEBHOOK_SCHEMES[scheme];
  if (scheme === 'v1') {
    const secret = keyPrefix + randomBytes(SECRET_BYTES).toString('base64');
    return { scheme, secret, receiverKey: secret };
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    scheme,
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    receiverKey: keyPrefix + Buffer.from(x, 'base64url').toString('base64'),
  };
}
