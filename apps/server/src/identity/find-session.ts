import { credentialState } from '@procurement-intents/domain/bearer';
import type { FoundCredential } from '../auth/bearer/bearer-caller.ts';
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
    if (state !== 'valid') return { state };
    const { id, userId, username, displayName, locale, scopes, createdAt, version } = found;
    const person = { id: userId, userId, username, displayName, locale, scopes, createdAt, version };
    const how = { kind: 'user' as const, isPerson: true, isSession: true, ipAllowList: [] };
    return { state, caller: { ...person, ...how, credentialId: id } };
  };
