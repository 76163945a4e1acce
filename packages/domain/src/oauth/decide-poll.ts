import type { OAuthErrorCode } from '@procurement-intents/contract/oauth';

/** A device code that gave no tokens. */
export interface PolledDevice {
  expiresAt: Date;
  state: 'pending' | 'approved' | 'denied';
  isUsed: boolean;
  /** Whether the client has polled before its interval was over. */
  isTooSoon: boolean;
}

/** The error that a poll is answered with. RFC 8628, 3.5. @param device - null when it is unknown or another client's. */
export function decidePoll(device: PolledDevice | null, now: Date): OAuthErrorCode {
  if (!device || device.isUsed) return 'invalid_grant';
  if (device.expiresAt <= now) return 'expired_token';
  if (device.state === 'denied') return 'access_denied';
  // Approved between two statements: the next poll gets the tokens.
  return device.isTooSoon ? 'slow_down' : 'authorization_pending';
}
