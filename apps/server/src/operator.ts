import { readWebhookUrl } from '@procurement-intents/domain/webhooks';
import type { KeysContext } from './api-keys/manage-keys.ts';
import { createKeyStore } from './api-keys/store/key-store.ts';
import { OPERATOR } from './audit/record-change.ts';
import type { AppsDeps } from './client-apps/manage-apps.ts';
import { rekeySecrets } from './client-apps/rekey-secrets.ts';
import { sealedSecrets } from './client-apps/store/sealed-secrets.ts';
import { type AppStore, createAppStore } from './client-apps/store/app-store.ts';
import { openApps } from './composition/open-apps.ts';
import type { Config } from './config/config.ts';
import type { IdentityContext } from './identity/identity-context.ts';
import { PasswordHashes } from './identity/password-hashes.ts';
import { createUserStore } from './identity/store/user-store.ts';
import { createPersonStore, type PersonStore } from './intents/store/person-store.ts';
import type { Logger } from './observability/logger.ts';
import type { ClientsContext } from './oauth/manage-clients.ts';
import { createClientStore } from './oauth/store/client-store.ts';
import { openRecipientBox, openSecretBox, openWebhookBox } from './open-keys.ts';
import { rekeyWebhooks } from './webhooks/rekey-webhooks.ts';
import { type IssuedWebhook, issueWebhook } from './webhooks/issue-webhook.ts';
import { readWaiting } from './webhooks/store/waiting-deliveries.ts';
import { type WatchedWebhook, watchWebhooks } from './webhooks/watch-webhooks.ts';
import { sealedKeys, webhookStore } from './webhooks/store/webhook-store.ts';
import { closePlatforms, createPlatforms } from './platforms/platform-directory.ts';
import type { Clock } from './clock.ts';
import { type Database, openDatabase } from './postgres/database.ts';
import { RECIPIENT_TABLES, recipientRows, type RecipientRows } from './personal-data/store/recipient-rows.ts';
import { type RequestPeople, requestPeople } from './purchase-requests/store/redact-requests.ts';
import { startDatabaseClock } from './postgres/database-clock.ts';
import type { RecoveryDeps } from './purchasing/recover-orders.ts';
import { createOrderLookups } from './purchasing/store/order-lookups.ts';
import { recoveredIntents } from './purchasing/store/recovered-intents.ts';
import { type DeadJobs, openDeadJobs } from './queue/dead-jobs.ts';
import type { RecipientBox } from './personal-data/recipient-box.ts';
import type { Shutdown } from './shutdown.ts';

// Commands take one step after the other; some steps read two tables at once.
const POOL_SIZE = 2;

/** The inputs of an operator's tools. */
export interface OperatorParts {
  config: Config;
  /** The address of the database. */
  url: string;
  log: Logger;
  /** Closes what is opened. */
  shutdown: Pick<Shutdown, 'onClose'>;
}

/** What the commands on users and API keys work with. */
export interface People {
  identity: Pick<IdentityContext, 'users' | 'passwords' | 'clock'>;
  keys: KeysContext;
}

/** What the commands of operators work with. A command opens what it needs, so it needs only the keys for that. */
export interface Operator {
  /** The Apps, without the key of their secrets. */
  apps: AppStore;
  /** The users of Apps. */
  appUsers: PersonStore;
  /** The tables with recipients. */
  recipients: readonly RecipientRows[];
  /** The people of the company who ask to buy. */
  requesters: RequestPeople;
  /** The clock of the database. */
  openClock: () => Promise<Clock>;
  /** For managing users and API keys. */
  openPeople: () => Promise<People>;
  /** For managing Apps, by the clock of the database, which also checks when a secret expires. */
  openApps: () => Promise<AppsDeps>;
  /** For managing OAuth clients, by the clock of the database. */
  openClients: () => Promise<ClientsContext>;
  openRecipientBox: () => RecipientBox;
  /** @throws ValidationError for an address that no webhook endpoint may have. */
  checkWebhookUrl: (url: string) => void;
  /** Registers a webhook endpoint of an App for all events. */
  createWebhook: (appId: string, url: string) => Promise<IssuedWebhook>;
  /** The webhook endpoints of an App, and what waits for them. @throws BearerError `not_found`. */
  listWebhooks: (appId: string) => Promise<WatchedWebhook[]>;
  /** Seals the secrets of Apps with the current key. Says how many. */
  rekeySecrets: () => Promise<number>;
  /** Seals the keys of webhook endpoints with the current data key. Says how many. */
  rekeyWebhooks: () => Promise<number>;
  openRecovery: () => RecoveryDeps;
  openDeadJobs: () => Promise<DeadJobs>;
}

/** Opens the tools of an operator; connections are made when they are used. */
export function openOperator({ config, url, log, shutdown }: OperatorParts): Operator {
  const database = openDatabase(url, { poolSize: POOL_SIZE, log });
  shutdown.onClose(() => database.$disconnect());
  const openClock = async (): Promise<Clock> => {
    const clock = await startDatabaseClock(database, log);
    shutdown.onClose(async () => clock.stop());
    return clock;
  };
  return {
    apps: createAppStore(database),
    appUsers: createPersonStore(database),
    // What moves meanwhile goes to the archive, which therefore comes later.
    recipients: RECIPIENT_TABLES.map((table) => recipientRows(database, table)),
    requesters: requestPeople(database),
    openClock,
    async openPeople() {
      const clock = await openClock();
      const { environment } = config;
      return {
        identity: { users: createUserStore(database), passwords: new PasswordHashes(), clock },
        keys: { keys: createKeyStore(database), clock, environment },
      };
    },
    async openApps() {
      const clock = await openClock();
      return openApps(database, openSecretBox(config), clock);
    },
    async rekeySecrets() {
      const context = { secrets: sealedSecrets(database), secretBox: openSecretBox(config) };
      return rekeySecrets({ ...context, clock: await openClock() }, OPERATOR);
    },
    openClients: async () => ({ clients: createClientStore(database), clock: await openClock() }),
    openRecipientBox: () => openRecipientBox(config),
    ...openWebhooks(database, config, openClock),
    openRecovery() {
      const platforms = createPlatforms(config.platforms);
      shutdown.onClose(() => closePlatforms(platforms));
      return openRecovery(database, { platforms, timeoutMs: config.orderTimeoutMs });
    },
    async openDeadJobs() {
      const dead = await openDeadJobs(url);
      shutdown.onClose(() => dead.close());
      return dead;
    },
  };
}

type OnWebhooks = Pick<Operator, 'checkWebhookUrl' | 'createWebhook' | 'listWebhooks' | 'rekeyWebhooks'>;

function openWebhooks(database: Database, config: Config, openClock: () => Promise<Clock>): OnWebhooks {
  const webhooks = webhookStore(database);
  const loopbackOrigins = new Set(config.webhookLoopbackOrigins);
  const openBox = () => openWebhookBox(config);
  return {
    checkWebhookUrl: (url) => void readWebhookUrl(url, loopbackOrigins),
    async createWebhook(appId, url) {
      const context = { webhooks, secretBox: openBox(), clock: await openClock(), loopbackOrigins };
      return issueWebhook(context, { appId, url });
    },
    async listWebhooks(appId) {
      const apps = { store: createAppStore(database) };
      const context = { apps, webhooks, clock: await openClock() };
      return watchWebhooks({ ...context, readWaiting: (of) => readWaiting(database, of) }, appId);
    },
    async rekeyWebhooks() {
      const context = { keys: sealedKeys(database), secretBox: openBox(), clock: await openClock() };
      return rekeyWebhooks(context, OPERATOR);
    },
  };
}

/** The dependencies of a recovery. */
export const openRecovery = (
  database: Database,
  platforms: Pick<RecoveryDeps, 'platforms' | 'timeoutMs'>,
): RecoveryDeps => ({
  ...platforms,
  purchases: recoveredIntents(database),
  lookups: createOrderLookups(database),
});
