import { LIMITS } from '@procurement-intents/contract';
import { bearerContract, TOKEN_DIGITS_PATTERN, TOKEN_PREFIXES } from '@procurement-intents/contract/bearer';
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
import type { Credentials } from '../auth/bearer/credentials.ts';
import { createCredentials } from '../auth/bearer/credentials.ts';
import { CredentialUses } from '../auth/bearer/credential-uses.ts';
import { createMinuteLimit } from '../auth/bearer/minute-limit.ts';
import { createUseStore, lastUses } from '../auth/store/use-store.ts';
import type { AppsDeps } from '../client-apps/manage-apps.ts';
import { createAppStore } from '../client-apps/store/app-store.ts';
import type { Clock } from '../clock.ts';
import type { ReadEvents } from '../events/list-events.ts';
import { mountContract, type Operation } from '../http/operations.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { ClientsContext } from '../oauth/manage-clients.ts';
import type { Database } from '../postgres/database.ts';
import type { PurchasesHandlers } from './open-company-purchases.ts';
import { openFigureStores } from './open-figure-stores.ts';
import { type IdentityParts, openIdentity } from './open-identity.ts';
import { type OAuthParts, openOAuth } from './open-oauth.ts';

/**
 * The connections of the company's side: of its own, so that approvals that wait for each other, lists, and many changes or
 * tokens at once delay no signed call. More than `CAPACITIES.companyLists`, so that lists and reports leave some to the others.
 */
export const COMPANY_CONNECTIONS = { poolSize: 4, statementMs: LIMITS.listSearchMs };

/** What the company's side is made of. */
export interface CompanyParts extends IdentityParts, OAuthParts {
  /** For managing Apps; those of /v1 take the connections of this side. */
  apps: AppsDeps;
  purchases: PurchasesHandlers;
  readEvents: ReadEvents;
  webhooks: AppWebhooks;
}

/** The company's own side of the service: what the pipeline serves under /v1, /auth and /oauth. */
export interface CompanySide {
  operations: Operation[];
  credentials: Credentials;
  uses: CredentialUses;
  identity: IdentityContext;
  keys: KeysContext;
  clients: ClientsContext;
}

/** Opens the company's side of an API process. */
export function openCompanySide(parts: CompanyParts): CompanySide {
  const { environment, database, lookups, clock, purchases } = parts;
  const uses = new CredentialUses(createUseStore(database), clock);
  const keys: KeysContext = { keys: createKeyStore(database), clock, environment };
  const people = openIdentity(parts);
  const oauth = openOAuth(parts, people.identity);
  return {
    operations: [
      ...mountContract(bearerContract, {
        ...people.handlers,
        ...keyHandlers(keys),
        ...oauth.handlers,
        ...openAppHandlers(parts),
        ...auditHandlers(listAuditEvents(database)),
        ...purchases,
      }),
      ...oauth.operations,
      ...people.consoleOperations,
    ],
    credentials: createCredentials(
      [
        { fits: (text) => isApiKey(text, environment), find: createKeyFinder(createKeyStore(lookups)) },
        { fits: isToken(TOKEN_PREFIXES.session), find: people.findSession },
        { fits: isToken(TOKEN_PREFIXES.access), find: oauth.findAccessToken },
      ],
      { uses, findConsole: people.findConsole },
    ),
    uses,
    identity: people.identity,
    keys,
    clients: oauth.clients,
  };
}

const isToken = (prefix: string) => (text: string) =>
  text.startsWith(prefix) && TOKEN_DIGITS_PATTERN.test(text.slice(prefix.length));

/** The Apps under /v1, with all that belongs to them. */
function openAppHandlers({ apps, database, clock, sharedCounts, readEvents, webhooks }: CompanyParts) {
  const store = createAppStore(database);
  return {
    ...appHandlers(
      { ...apps, store },
      { limitChecks: createMinuteLimit(clock, sharedCounts, 'signatureChecks') },
    ),
    ...appActivityHandlers({ store }, { readEvents, usage: openUsage(database, clock) }),
    ...appWebhookHandlers({ store }, webhooks),
  };
}

/** What tells how an App is used. */
const openUsage = (database: Database, clock: Clock): UsageDeps => ({
  readCounts: openFigureStores(database).counts.read,
  readLastUse: lastUses(database),
  clock,
});
