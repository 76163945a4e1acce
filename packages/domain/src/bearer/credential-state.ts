import { LIFETIMES } from '@procurement-intents/contract/bearer';

/**
 * What a token is now: its end is shown for a day, so that a client can tell an old token from a wrong one.
 *
 * @param expiresAt - null: never.
 */
export function credentialState(expiresAt: Date | null, now: Date): 'valid' | 'expired' | 'unknown' {
  if (expiresAt === null || now < expiresAt) return 'valid';
  const isRecent = now.getTime() - expiresAt.getTime() < LIFETIMES.expiredSeconds * 1000;
  return isRecent ? 'expired' : 'unknown';
}
