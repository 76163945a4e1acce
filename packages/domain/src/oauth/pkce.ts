/** The form of a challenge of method S256: the base64url digits of a SHA-256. RFC 7636, 4.2. */
export const CHALLENGE_PATTERN = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER_PATTERN = /^[A-Za-z0-9\-._~]{43,128}$/;

/**
 * The challenge that a verifier proves; null without a verifier. A verifier of another form proves none, not even the
 * absence of a challenge. RFC 7636, 4.1.
 *
 * @param sha256 - digest as base64url.
 */
export function provenChallenge(verifier: string | null, sha256: (text: string) => string): string | null {
  if (verifier === null) return null;
  return VERIFIER_PATTERN.test(verifier) ? sha256(verifier) : '';
}
