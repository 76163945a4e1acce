import { bearerContract, TOKEN_DIGITS_PATTERN, TOKEN_PREFIXES } from '@procurement-intents/contract/bearer';
import { isApiKey } from '@procurement-intents/domain/bearer';
import { createKeyFinder } from './api-keys/find-key.ts';
import type { KeysContext } from './api-keys/manage-keys.ts';
import { keyHandlers } from './api-keys/routes.ts';
import { createKeyStore } from './api-keys/store/key-store.ts';
import { auditHandlers } from './audit-log/routes.ts';
import { listEvents } from './audit-log/store/event-list.ts';
import type { Credentials } from './auth/bearer/bearer-caller.ts';
import { type CredentialKind, createCredentials } from './auth/bearer/credentials.ts';
import { CredentialUses } from './auth/bearer/credential-uses.ts';
import { createLoginThrottle } from './auth/bearer/login-throttle.ts';
import type { SharedStore } from './auth/rate-limit/redis.ts';
import { createUseStore } from './auth/store/use-store.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import { mountContract, type Operation } from './http/operations.ts';
import { type ErrorShapes, renderBearerError } from './http/render-error.ts';
import { createSessionFinder } from './identity/find-session.ts';
import type { IdentityContext } from './identity/identity-context.ts';
import { PasswordHashes } from './identity/password-hashes.ts';
import { accountHandlers } from './identity/routes.ts';
import { sessionHandlers } from './identity/session-routes.ts';
import { createSessionStore } from './identity/store/session-store.ts';
import { createUserStore } from './identity/store/user-store.ts';
import { createSessionSweeper } from './identity/sweep-sessions.ts';
import { userHandlers } from './identity/user-routes.ts';
import type { Logger } from './observability/logger.ts';
import type { Database } from './postgres/database.ts';

/** What the bearer side is made of. */
export interface BearerParts {
  config: Pick<Config, 'environment'>;
  database: Database;
  clock: Clock;
  /** Counts failed log-ins for all processes; null: each process counts by itself. */
  counts: SharedStore | null;
}

/** The company's own side of the service: what the pipeline serves under /v1 and /auth. */
export interface BearerSide {
  operations: Operation[];
  errorShapes: ErrorShapes;
  credentials: Credentials;
  identity: IdentityContext;
  keys: KeysContext;
}

/** Opens the bearer side of an API process. */
export function openBearerSide({ config, database, clock, counts }: BearerParts): BearerSide {
  const { environment } = config;
  const identity: IdentityContext = {
    users: createUserStore(database),
    sessions: createSessionStore(database),
    passwords: new PasswordHashes(),
    throttle: createLoginThrottle(clock, counts),
    clock,
    environment,
  };
  const keys: KeysContext = { keys: createKeyStore(database), clock, environment };
  const kinds: CredentialKind[] = [
    { fits: (text) => isApiKey(text, environment), find: createKeyFinder(keys.keys) },
    { fits: isToken(TOKEN_PREFIXES.session), find: createSessionFinder(identity) },
  ];
  return {
    operations: mountContract(bearerContract, {
      ...accountHandlers(identity),
      ...userHandlers(identity),
      ...sessionHandlers(identity),
      ...keyHandlers(keys),
      ...auditHandlers(listEvents(database)),
    }),
    errorShapes: [
      { path: '/v1', render: renderBearerError },
      { path: '/auth', render: renderBearerError },
    ],
    credentials: createCredentials(kinds, new CredentialUses(createUseStore(database), clock)),
    identity,
    keys,
  };
}

const isToken = (prefix: string) => (text: string) =>
  text.startsWith(prefix) && TOKEN_DIGITS_PATTERN.test(text.slice(prefix.length));

/** Starts what removes expired sessions. The result stops it. */
export function startBearerSweepers(database: Database, clock: Clock, log: Logger): () => Promise<void> {
  const sweeper = createSessionSweeper(createSessionStore(database), clock, log);
  sweeper.start();
  return () => sweeper.stop();
}
