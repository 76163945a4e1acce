import { endpointRecord, type WebhookEndpoint } from '@procurement-intents/domain/webhooks';
import { idOf } from '@procurement-intents/contract';
import type { AuditActionOn } from '@procurement-intents/contract/bearer';
import { createOnce, type CreateKey, findMade } from '../../changes/create-once.ts';
import { type Actor, type Change, changeRecorded } from '../../audit/record-change.ts';
import type { Database } from '../../postgres/database.ts';
import type { Transaction } from '../../postgres/transaction.ts';
import { deliveryLog } from './delivery-log.ts';
import { replays } from './replays.ts';
import type { EndpointStatements, ReplayStatements } from './webhook-statements.ts';
import { type CreateRefusal, webhookStore } from './webhook-store.ts';

/** Who changes endpoints of an App, and when. */
export interface RecordedBy {
  actor: Actor;
  at: Date;
  appId: string;
  /** Under which `Idempotency-Key` something is created. Default: none. */
  key?: CreateKey | null;
}

/** The statements of the verbs on webhooks, each that writes in a transaction with the record of it. */
export const recordedWebhooks = (database: Database) => (by: RecordedBy) => ({
  webhooks: recordedEndpoints(database, by),
  deliveries: recordedDeliveries(database, by),
  replays: recordedReplays(database, by),
});

type WebhookChange = Change & { action: AuditActionOn<'webhookEndpoint'> };

/** The database with other members in place of some of its own. */
const withMembers = (database: Database, members: Record<string, unknown>): Database =>
  new Proxy(database, {
    get: (target, name) =>
      typeof name === 'string' && name in members ? members[name] : (Reflect.get(target, name) as unknown),
  });

/** What a statement refused, so that its transaction is rolled back. */
class Refused extends Error {
  readonly refusal: CreateRefusal;

  constructor(refusal: CreateRefusal) {
    super('refused');
    this.refusal = refusal;
  }
}

function recordedEndpoints(database: Database, { key = null, ...by }: RecordedBy): EndpointStatements {
  const plain = webhookStore(database);
  let before: WebhookEndpoint | null = null;
  /** The statements, whose transactions record the change if it comes about. */
  const recording = (change: WebhookChange) =>
    webhookStore(
      withMembers(database, {
        $transaction: (work: (transaction: Transaction) => Promise<true | null>) =>
          changeRecorded(database, by, async (transaction) => {
            const result = await work(transaction);
            return { result, change: result && change };
          }),
      }),
    );
  const found = () => (before ? { before: endpointRecord(before) } : {});
  return {
    ...plain,
    async find(id) {
      const row = await plain.find(id);
      before = row?.endpoint ?? null;
      return row;
    },
    async create(endpoint, sealed) {
      const { id: subjectId } = endpoint;
      const after = endpointRecord(endpoint);
      const change: WebhookChange = { action: 'webhook.created', subjectId, after };
      const once = async (work: (transaction: Transaction) => Promise<CreateRefusal | null>) => {
        const made = await createOnce(
          database,
          { key, resourceId: subjectId, ...by, change },
          async (transaction) => {
            const refusal = await work(transaction);
            if (refusal) throw new Refused(refusal);
          },
        );
        return made.isReplay ? { madeBefore: made.resourceId } : null;
      };
      try {
        return await webhookStore(withMembers(database, { $transaction: once })).create(endpoint, sealed);
      } catch (error) {
        if (error instanceof Refused) return error.refusal;
        throw error;
      }
    },
    update(changed, moved) {
      const action = `webhook.${moved ?? 'updated'}` as const;
      const after = endpointRecord(changed);
      return recording({ action, subjectId: changed.id, ...found(), after }).update(changed, moved);
    },
    replaceKeys(endpoint, rotation) {
      const oldSecretExpiresAt = rotation.kept?.expiresAt?.toISOString() ?? null;
      const after = { appId: by.appId, oldSecretExpiresAt };
      const rotated = recording({ action: 'webhook.secret_rotated', subjectId: endpoint.id, after });
      return rotated.replaceKeys(endpoint, rotation);
    },
    remove: (endpoint) =>
      recording({ action: 'webhook.deleted', subjectId: endpoint.id, ...found() }).remove(endpoint),
  };
}

/** The log, whose retries are recorded at the endpoint. */
function recordedDeliveries(database: Database, { appId, ...by }: RecordedBy) {
  const plain = deliveryLog(database);
  let webhookId = '';
  return {
    ...plain,
    find(ofWebhook: string, id: string) {
      webhookId = ofWebhook;
      return plain.find(ofWebhook, id);
    },
    retry(id: string): Promise<void> {
      const after = { appId, deliveryId: idOf('delivery', id.replaceAll('-', '')) };
      const change: WebhookChange = { action: 'webhook.delivery_retried', subjectId: webhookId, after };
      const rows = <Row>(text: string, values: readonly unknown[] = []) =>
        changeRecorded<Row[]>(database, by, async (transaction) => {
          const count = await transaction.$executeRawUnsafe(text, ...values);
          return { result: [], change: count > 0 ? change : null };
        });
      return deliveryLog({ rows }).retry(id);
    },
  };
}

/** The replays, each begun with its record, and once under a key. */
function recordedReplays(database: Database, { key = null, appId, ...by }: RecordedBy): ReplayStatements {
  return {
    ...replays(database),
    async create(webhookId, replay) {
      const { id, since, until, types, scope } = replay;
      const span = { since: since.toISOString(), until: until.toISOString() };
      const after = { appId, replayId: id, ...span, types, scope };
      const change: WebhookChange = { action: 'webhook.replay_begun', subjectId: webhookId, after };
      let madeBefore: string | null = null;
      const create = async (row: Parameters<Transaction['webhookReplay']['create']>[0]): Promise<void> => {
        const once = { key, resourceId: id, ...by, change };
        const made = await createOnce(database, once, async (transaction) => {
          await transaction.webhookReplay.create(row);
        });
        if (made.isReplay) madeBefore = made.resourceId;
      };
      const model = withMembers(database, {
        webhookReplay: {
          findFirst: (...asked: Parameters<Database['webhookReplay']['findFirst']>) =>
            database.webhookReplay.findFirst(...asked),
          create,
        },
      });
      const running = await replays(model).create(webhookId, replay);
      // The one that runs may be the caller's own.
      if (running && key) madeBefore = await findMade(database, key);
      return madeBefore === null ? running : { madeBefore };
    },
  };
}
