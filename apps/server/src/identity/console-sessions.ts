import { CONSOLE_SECONDS } from '@procurement-intents/contract/console';
import { callerOfSession, credentialState, type FoundCredential } from '@procurement-intents/domain/bearer';
import type { Actor } from '../audit/record-change.ts';
import type { Clock } from '../clock.ts';
import { hashOf, newDigits } from '../new-token.ts';
import type { IdentityContext } from './identity-context.ts';
import type { ConsoleSessionRow, ConsoleSessionStore } from './store/console-session-store.ts';

// So often at most a use moves the end of a session.
const EXTEND_EVERY_MS = 60_000;

/** When a session ends that is used now: after the idle time, and with its day of work in any case. */
export function consoleEnd(openedAt: Date, now: Date): Date {
  const idle = now.getTime() + CONSOLE_SECONDS.idle * 1000;
  return new Date(Math.min(idle, openedAt.getTime() + CONSOLE_SECONDS.session * 1000));
}

/** Whether a cookie that found the session is the one before, and its time is over. */
function isFormer({ hash, renewedAt }: ConsoleSessionRow, presented: Buffer, now: Date): boolean {
  if (hash.equals(presented)) return false;
  return now.getTime() - (renewedAt?.getTime() ?? 0) >= CONSOLE_SECONDS.formerCookie * 1000;
}

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
    if (!found || isFormer(found, presented, now)) return { state: 'unknown' };
    const state = credentialState(found.expiresAt, now);
    if (state !== 'valid') return { state };
    const end = consoleEnd(found.openedAt, now);
    // Once a minute at most, a call waits for this; none fails with it. Without the wait, a session could end that is in use.
    if (end.getTime() - found.expiresAt.getTime() >= EXTEND_EVERY_MS)
      await consoleSessions.extend(found.id, end).catch(() => undefined);
    return { state, caller: callerOfSession(found) };
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
  const ageMs = now.getTime() - (found.renewedAt ?? found.openedAt).getTime();
  if (!found.hash.equals(formerHash) || ageMs < CONSOLE_SECONDS.renewal * 1000)
    return { secret, isNew: false, expiresAt };
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
