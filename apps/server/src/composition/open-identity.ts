import { consoleContract } from '@procurement-intents/contract/console';
import type { SharedStore } from '../auth/rate-limit/redis.ts';
import { createLoginThrottle } from '../auth/bearer/login-throttle.ts';
import type { Clock } from '../clock.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consoleHandlers } from '../console/routes.ts';
import { mountContract, type Operation } from '../http/operations.ts';
import { createConsoleFinder } from '../identity/console-sessions.ts';
import { createSessionFinder } from '../identity/find-session.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import { PasswordHashes } from '../identity/password-hashes.ts';
import { accountHandlers } from '../identity/routes.ts';
import { sessionHandlers } from '../identity/session-routes.ts';
import { createConsoleSessionStore } from '../identity/store/console-session-store.ts';
import { createSessionStore } from '../identity/store/session-store.ts';
import { createUserStore } from '../identity/store/user-store.ts';
import { userHandlers } from '../identity/user-routes.ts';
import type { Database } from '../postgres/database.ts';

/** What the people of the company are served with. */
export interface IdentityParts {
  environment: IdentityContext['environment'];
  /** With `COMPANY_CONNECTIONS`. */
  database: Database;
  /** By which the holders of credentials are found. */
  lookups: Database;
  clock: Clock;
  /** Counts failed log-ins for all processes; null: each process counts by itself. */
  sharedCounts: SharedStore | null;
  /** The console; null: there is none. */
  console: Pick<ConsoleContext, 'origins' | 'sandbox' | 'log'> | null;
}

/** The people of the company: their accounts and sessions, and what they do in the console. */
export function openIdentity(parts: IdentityParts) {
  const { environment, database, lookups, clock, sharedCounts } = parts;
  const identity: IdentityContext = {
    users: createUserStore(database),
    sessions: createSessionStore(database),
    passwords: new PasswordHashes(),
    throttle: createLoginThrottle(clock, sharedCounts),
    clock,
    environment,
  };
  return {
    identity,
    handlers: { ...accountHandlers(identity), ...userHandlers(identity), ...sessionHandlers(identity) },
    consoleOperations: openConsole(parts, identity),
    findSession: createSessionFinder({ ...identity, sessions: createSessionStore(lookups) }),
    /** Null without a console. */
    findConsole:
      parts.console && createConsoleFinder({ consoleSessions: createConsoleSessionStore(lookups), clock }),
  };
}

/** What the console's page calls beside /v1. */
function openConsole({ console, database }: IdentityParts, identity: IdentityContext): Operation[] {
  if (!console) return [];
  const consoleSessions = createConsoleSessionStore(database);
  return mountContract(consoleContract, consoleHandlers({ ...console, identity, consoleSessions }));
}
