import {
  holderOfSession,
  consoleEnd,
  credentialState,
  type FoundCredential,
  isExtensionDue,
  isFormerCookieOver,
  isRenewalDue,
} from '@procurement-intents/domain/bearer';
import type { Actor } from '../audit/record-change.ts';
import type { Clock } from '../clock.ts';
import { hashOf, newDigits } from '../new-token.ts';
import type { IdentityContext } from './identity-context.ts';
import type { ConsoleSessionStore } from './store/console-session-store.ts';

export type { ConsoleSessionStore };

interface Deps {
  consoleSessions: ConsoleSessionStore;
  clock: Clock;
}

/** Finds the person of the console's cookie, and moves the end of the session: this is a use. */
export const createConsoleFinder =
  ({ consoleSessions, clock }: Deps) =>
  async (secret: string): Promise<FoundCredential> => {
    const presented = hashOf(secret);
    const now = clock.now();
    const found = await consoleSessions.find(presented);
    if (!found) return { state: 'unknown' };
    if (!found.hash.equals(presented) && isFormerCookieOver(found, now)) return { state: 'unknown' };
    const state = credentialState(found.expiresAt, now);
    if (state !== 'valid') return { state };
    const end = consoleEnd(found.openedAt, now);
    // Now and then a call waits for this; none fails with it. Without the wait, a session could end that is in use.
    if (isExtensionDue(found.expiresAt, end))
      await consoleSessions.extend(found.id, end).catch(() => undefined);
    return { state, holder: holderOfSession(found) };
  };

/** A session as its page reads it. */
export interface ReadSession {
  /** What the browser has from now on. */
  secret: string;
  /** Whether the browser has to be told so. */
  isNew: boolean;
  expiresAt: Date;
}

/** Reads a session, and gives it another cookie when the one it has is old. Null when it is over. */
export async function readConsoleSession(
  { consoleSessions, clock }: Deps,
  secret: string,
): Promise<ReadSession | null> {
  const formerHash = hashOf(secret);
  const now = clock.now();
  const found = await consoleSessions.find(formerHash);
  if (!found) return null;
  const expiresAt = consoleEnd(found.openedAt, now);
  if (!found.hash.equals(formerHash) || !isRenewalDue(found, now)) return { secret, isNew: false, expiresAt };
  const next = newDigits();
  const isNew = await consoleSessions.renew(found.id, { formerHash, hash: hashOf(next), at: now });
  return { secret: isNew ? next : secret, isNew, expiresAt };
}

/** Ends the session of a cookie, whichever state it is in. */
export async function endConsoleSession(
  {
    consoleSessions,
    sessions,
    clock,
  }: Pick<IdentityContext, 'sessions' | 'clock'> & Pick<Deps, 'consoleSessions'>,
  secret: string,
  actor: Actor,
): Promise<void> {
  const found = await consoleSessions.find(hashOf(secret));
  if (found) await sessions.remove(found.id, { actor, at: clock.now() });
}
