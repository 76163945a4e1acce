import { LIFETIMES } from '@procurement-intents/contract/bearer';
import type { Clock } from '../clock.ts';
import type { Logger } from '../observability/logger.ts';
import { Sweeper } from '../polling/sweeper.ts';
import type { SessionStore } from './store/session-store.ts';

const SWEEP_MS = 60_000;
const SWEPT_AT_ONCE = 500;

/**
 * Deletes some of the sessions that ended a day ago: until then their tokens are answered `token_expired`. Returns whether
 * there are more.
 */
export async function sweepSessions(sessions: Pick<SessionStore, 'sweep'>, now: Date): Promise<boolean> {
  const expiredBefore = new Date(now.getTime() - LIFETIMES.expiredSeconds * 1000);
  return (await sessions.sweep(expiredBefore, SWEPT_AT_ONCE)) === SWEPT_AT_ONCE;
}

export function createSessionSweeper(
  sessions: Pick<SessionStore, 'sweep'>,
  clock: Clock,
  log: Logger,
): Sweeper {
  const sweep = (): Promise<boolean> => sweepSessions(sessions, clock.now());
  return new Sweeper({ name: 'expired sessions', everyMs: SWEEP_MS, sweep, log });
}
