import { LIFETIMES } from '@procurement-intents/contract/bearer';
import { OAUTH_LIMITS } from '@procurement-intents/contract/oauth';
import type { Clock } from '../clock.ts';
import type { Logger } from '../observability/logger.ts';
import { startLoops } from '../polling/start-loops.ts';
import { Sweeper } from '../polling/sweeper.ts';
import type { OAuthSweeps } from './store/sweeps.ts';

const MINUTE_MS = 60_000;
const SALTS_EVERY_MS = 10_000;

export interface OAuthSweepDeps {
  sweeps: OAuthSweeps;
  clock: Clock;
  log: Logger;
}

/** Deletes expired tokens, device codes and interactions, and forgets salts. The result stops it. */
export function startOAuthSweepers({ sweeps, clock, log }: OAuthSweepDeps): () => Promise<void> {
  const secondsAgo = (seconds: number): Date => new Date(clock.now().getTime() - seconds * 1000);
  const sweeper = (name: keyof OAuthSweeps, everyMs: number, keptSeconds: number): Sweeper =>
    new Sweeper({
      name: `oauth ${name}`,
      everyMs,
      sweep: () => sweeps[name](secondsAgo(keptSeconds)),
      log,
    });
  return startLoops(
    sweeper('salts', SALTS_EVERY_MS, OAUTH_LIMITS.retrySeconds),
    // Their end is shown for a day.
    sweeper('tokens', MINUTE_MS, LIFETIMES.expiredSeconds),
    sweeper('devices', MINUTE_MS, OAUTH_LIMITS.deviceKeptSeconds),
    sweeper('interactions', MINUTE_MS, 0),
    sweeper('grants', MINUTE_MS, LIFETIMES.expiredSeconds),
  );
}
