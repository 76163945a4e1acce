import { holderOfSession, credentialState, type FoundCredential } from '@procurement-intents/domain/bearer';
import type { Clock } from '../clock.ts';
import { hashOf } from '../new-token.ts';
import type { SessionStore } from './store/session-store.ts';

/** Finds the person of a session token, with the scopes that the person has now. */
export const createSessionFinder =
  ({ sessions, clock }: { sessions: Pick<SessionStore, 'find'>; clock: Clock }) =>
  async (token: string): Promise<FoundCredential> => {
    const found = await sessions.find(hashOf(token));
    if (!found) return { state: 'unknown' };
    const state = credentialState(found.expiresAt, clock.now());
    return state === 'valid' ? { state, holder: holderOfSession(found) } : { state };
  };
