import { LIMITS } from '@procurement-intents/contract';
import { bearerContract, TOKEN_DIGITS_PATTERN, TOKEN_PREFIXES } from '@procurement-intents/contract/bearer';
import { consoleContract } from '@procurement-intents/contract/console';
import { isApiKey } from '@procurement-intents/domain/bearer';
import { createKeyFinder } from '../api-keys/find-key.ts';
import type { KeysContext } from '../api-keys/manage-keys.ts';
import { keyHandlers } from '../api-keys/routes.ts';
import { createKeyStore } from '../api-keys/store/key-store.ts';
import { appActivityHandlers } from '../company-apps/activity-routes.ts';
import type { UsageDeps } from '../company-apps/read-usage.ts';
import { appHandlers } from '../company-apps/routes.ts';
import { type AppWebhooks, appWebhookHandlers } from '../company-apps/webhook-routes.ts';
import { auditHandlers } from '../audit-log/routes.ts';
import { listAuditEvents } from '../audit-log/store/event-list.ts';
import type { Credentials } from '../auth/bearer/bearer-caller.ts';
import { type CredentialKind, createCredentials } from '../auth/bearer/credentials.ts';
import { CredentialUses } from '../auth/bearer/credential-uses.ts';
import { createLoginThrottle } from '../auth/bearer/login-throttle.ts';
import { createMinuteLimit } from '../auth/bearer/minute-limit.ts';
import type { RateLimiter } from '../auth/rate-limit/rate-limiter.ts';
import type { SharedStore } from '../auth/rate-limit/redis.ts';
import { createUseStore, lastUses } from '../auth/store/use-store.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consoleHandlers } from '../console/routes.ts';
import type { AppsDeps } from '../client-apps/manage-apps.ts';
import { createAppStore } from '../client-apps/store/app-store.ts';
import type { Clock } from '../clock.ts';
import { mountContract, type Operation } from '../http/operations.ts';
import { type ErrorShapes, renderBearerError, renderOAuthError } from '../http/render-error.ts';
import { checkPassword } from '../identity/log-in.ts';
import { createConsoleFinder } from '../identity/console-sessions.ts';
import { createConsoleSessionStore } from '../identity/store/console-session-store.ts';
import { createSessionFinder } from '../identity/find-session.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import { PasswordHashes } from '../identity/password-hashes.ts';
import { accountHandlers } from '../identity/routes.ts';
import { sessionHandlers } from '../identity/session-routes.ts';
import { createSessionStore } from '../identity/store/session-store.ts';
import { createUserStore } from '../identity/store/user-store.ts';
import { createSessionSweeper } from '../identity/sweep-sessions.ts';
import { userHandlers } from '../identity/user-routes.ts';
import type { Logger } from '../observability/logger.ts';
import { oauthContract, oauthPagesContract } from '@procurement-intents/contract/oauth';
import { ClientLogins } from '../oauth/authenticate-client.ts';
import { createAccessTokenFinder } from '../oauth/find-access-token.ts';
import { clientHandlers, consentHandlers } from '../oauth/client-routes.ts';
import type { ClientsContext } from '../oauth/manage-clients.ts';
import type { OAuthContext } from '../oauth/oauth-context.ts';
import { oauthPageHandlers } from '../oauth/pages/routes.ts';
import { oauthHandlers } from '../oauth/routes.ts';
import { createClientStore } from '../oauth/store/client-store.ts';
import { createClientTokens } from '../oauth/store/client-tokens.ts';
import { createConsentStore } from '../oauth/store/consent-store.ts';
import { createDeviceStore } from '../oauth/store/device-store.ts';
import { createCodeExchange } from '../oauth/store/exchange-code.ts';
import { createInteractionStore } from '../oauth/store/interaction-store.ts';
import { createRefreshStore } from '../oauth/store/refresh-tokens.ts';
import { startOAuthSweepers } from '../oauth/start-sweepers.ts';
import { createSweeps } from '../oauth/store/sweeps.ts';
import { createTokenStore } from '../oauth/store/token-store.ts';
import type { ReadEvents } from '../events/list-events.ts';
import { openFigureStores } from './open-figure-stores.ts';
import type { PurchasesHandlers } from './open-company-purchases.ts';
import type { Database } from '../postgres/database.ts';

/**
 * The connections of the company's side: of its own, so that approvals that wait for each other, lists, and many changes or
 * tokens at once delay no signed call. More than `CAPACITIES.companyLists`, so that lists and reports leave some to the others.
 */
export const COMPANY_CONNECTIONS = { poolSize: 4, statementMs: LIMITS.listSearchMs };

/** What the company's side is made of. */
export interface CompanyParts {
  /** For managing Apps; those of /v1 take the connections of this side. */
  apps: AppsDeps;
  environment: IdentityContext['environment'];
  successorKeys: OAuthContext['successorKeys'];
  /** With {@link COMPANY_CONNECTIONS}. */
  database: Database;
  /** By which the holders of credentials are found. */
  lookups: Database;
  clock: Clock;
  /** Counts failed log-ins for all processes; null: each process counts by itself. */
  sharedCounts: SharedStore | null;
  limiter: RateLimiter;
  /** The address by which people and clients reach the service. */
  publicUrl: () => string;
  /** The console; null: there is none. */
  console: Pick<ConsoleContext, 'origins' | 'sandbox' | 'log'> | null;
  purchases: PurchasesHandlers;
  readEvents: ReadEvents;
  webhooks: AppWebhooks;
}

/** The company's own side of the service: what the pipeline serves under /v1, /auth and /oauth. */
export interface CompanySide {
  operations: Operation[];
  errorShapes: ErrorShapes;
  credentials: Credentials;
  uses: CredentialUses;
  identity: IdentityContext;
  keys: KeysContext;
  clients: ClientsContext;
}

/** How errors look below each path. */
const ERROR_SHAPES: ErrorShapes = [
  { path: '/v1', render: renderBearerError },
  { path: '/auth', render: renderBearerError },
  { path: '/console', render: renderBearerError },
  { path: '/oauth', render: renderOAuthError },
  { path: '/.well-known', render: renderOAuthError },
];

/** Opens the company's side of an API process. */
export function openCompanySide(parts: CompanyParts): CompanySide {
  const { apps, environment, database, lookups, clock, sharedCounts, purchases, readEvents, webhooks } =
    parts;
  const appStore = createAppStore(database);
  const identity: IdentityContext = {
    users: createUserStore(database),
    sessions: createSessionStore(database),
    passwords: new PasswordHashes(),
    throttle: createLoginThrottle(clock, sharedCounts),
    clock,
    environment,
  };
  const uses = new CredentialUses(createUseStore(database), clock);
  const keys: KeysContext = { keys: createKeyStore(database), clock, environment };
  const oauth = openOAuth(parts, identity);
  return {
    operations: [
      ...mountContract(bearerContract, {
        ...accountHandlers(identity),
        ...userHandlers(identity),
        ...sessionHandlers(identity),
        ...keyHandlers(keys),
        ...clientHandlers(oauth),
        ...consentHandlers({ consents: createConsentStore(database), clock }),
        ...appHandlers(
          { ...apps, store: appStore },
          { limitChecks: createMinuteLimit(clock, sharedCounts, 'signatureChecks') },
        ),
        ...appActivityHandlers({ store: appStore }, { readEvents, usage: openUsage(database, clock) }),
        ...appWebhookHandlers({ store: appStore }, webhooks),
        ...auditHandlers(listAuditEvents(database)),
        ...purchases,
      }),
      ...mountContract(oauthContract, oauthHandlers(oauth)),
      ...mountContract(oauthPagesContract, oauthPageHandlers(oauth)),
      ...openConsole(parts, identity),
    ],
    errorShapes: ERROR_SHAPES,
    credentials: createCredentials(credentialKinds(parts, identity, oauth), {
      uses,
      findConsole:
        parts.console && createConsoleFinder({ consoleSessions: createConsoleSessionStore(lookups), clock }),
    }),
    uses,
    identity,
    keys,
    clients: oauth,
  };
}

/** The kinds of credentials, and how their holders are found. */
function credentialKinds(
  { environment, lookups }: CompanyParts,
  identity: IdentityContext,
  oauth: OAuthContext,
): CredentialKind[] {
  return [
    { fits: (text) => isApiKey(text, environment), find: createKeyFinder(createKeyStore(lookups)) },
    {
      fits: isToken(TOKEN_PREFIXES.session),
      find: createSessionFinder({ ...identity, sessions: createSessionStore(lookups) }),
    },
    {
      fits: isToken(TOKEN_PREFIXES.access),
      find: createAccessTokenFinder({ ...oauth, tokens: createTokenStore(lookups) }),
    },
  ];
}

/** What tells how an App is used. */
const openUsage = (database: Database, clock: Clock): UsageDeps => ({
  readCounts: openFigureStores(database).counts.read,
  readLastUse: lastUses(database),
  clock,
});

/** What the console's page calls beside /v1. */
function openConsole({ console, database }: CompanyParts, identity: IdentityContext): Operation[] {
  if (!console) return [];
  const consoleSessions = createConsoleSessionStore(database);
  return mountContract(consoleContract, consoleHandlers({ ...console, identity, consoleSessions }));
}

/** What the authorization server works with. */
function openOAuth(
  { successorKeys, database, clock, sharedCounts, limiter, publicUrl }: CompanyParts,
  identity: IdentityContext,
): OAuthContext {
  const { throttle } = identity;
  return {
    clients: createClientStore(database),
    codes: createCodeExchange(database),
    refreshes: createRefreshStore(database),
    insertClientToken: createClientTokens(database),
    devices: createDeviceStore(database),
    interactions: createInteractionStore(database),
    tokens: createTokenStore(database),
    throttle,
    logins: new ClientLogins(throttle),
    limitDevices: createMinuteLimit(clock, sharedCounts, 'deviceStarts'),
    limitCalls: (who) => limiter.consumeOAuth(who),
    checkPassword: (credentials, address) => checkPassword(identity, credentials, address),
    successorKeys,
    clock,
    issuer: publicUrl,
  };
}

const isToken = (prefix: string) => (text: string) =>
  text.startsWith(prefix) && TOKEN_DIGITS_PATTERN.test(text.slice(prefix.length));

/** Starts what removes expired sessions and tokens. The result stops it. */
export function startCompanySweepers(database: Database, clock: Clock, log: Logger): () => Promise<void> {
  const sweeper = createSessionSweeper(createSessionStore(database), clock, log);
  sweeper.start();
  const stopOAuth = startOAuthSweepers({ sweeps: createSweeps(database), clock, log });
  return async () => {
    await Promise.all([sweeper.stop(), stopOAuth()]);
  };
}
