import type { ArchivedChoice } from '@procurement-intents/contract';
import { createdIntent, type ListRequest } from '@procurement-intents/domain';
import { hash } from 'node:crypto';
import type { Client } from 'pg';
import { NOTHING_YET } from '../../../apps/server/src/intent-rows/intent-columns.ts';
import type { IntentRow, StoreOptions } from '../../../apps/server/src/intent-rows/intent-row.ts';
import { findIntents } from '../../../apps/server/src/intents/store/find-intents.ts';
import { insertIntents } from '../../../apps/server/src/intents/store/insert-intents.ts';
import { countRows, pageSql } from '../../../apps/server/src/intents/store/read-list-page.ts';
import {
  createPageReader,
  PAGE_CONNECTIONS,
} from '../../../apps/server/src/intents/store/read-plain-pages.ts';
import type { Database } from '../../../apps/server/src/postgres/database.ts';
import type { Statements } from '../../../apps/server/src/postgres/transaction.ts';
import { type Explained, Explainer } from './explain.ts';

export type CallResult = { call: string } & (Explained | { failure: string });

export interface Subject {
  client: Client;
  appId: string;
  /** Intents to read by their ids and keys: one in `intents`, and one that has moved; null without an archive. */
  hotId: string;
  moved: { id: string; appId: string; key: string } | null;
}

/** The statements of the service's own stores, each explained in place of being run. */
export async function explainCalls(subject: Subject): Promise<CallResult[]> {
  const results: CallResult[] = [];
  for (const [call, explain] of Object.entries(callsOf(subject))) {
    try {
      results.push({ call, ...(await explain()) });
    } catch (error) {
      results.push({ call, failure: (error as Error).message });
    }
    await subject.client.query('RESET ALL');
    await subject.client.query(`SET statement_timeout = '30s'; SET jit = off`);
  }
  return results;
}

type Explain = () => Promise<Explained>;

function callsOf(subject: Subject): Record<string, Explain> {
  const { appId, hotId, moved } = subject;
  const label = (oneOf: string[], archived: ArchivedChoice): ListRequest => ({
    ...pageOf(appId, archived),
    conditions: [{ label: 'batch', oneOf }],
  });
  const ofHot: Record<string, Explain> = {
    create: () => create(subject),
    'read by id': () => find(subject, hotId),
    'first page': () => firstPage(subject),
    'page of a label': () => page(subject, label(['00'], 'false')),
  };
  if (moved === null) return ofHot;
  return {
    ...ofHot,
    'read by id, archived': () => find(subject, moved.id),
    'create again, archived': () => findKey(subject, moved),
    'first page, archived=any': () => page(subject, pageOf(appId, 'any')),
    'page of a label, archived=any': () => page(subject, label(['00'], 'any')),
    'total of a label, archived=any': () => total(subject, label(['00'], 'any')),
    "mover's first step": () => step(subject, 'copy_archived_intents'),
    "mover's second step": () => step(subject, 'finish_archived_intents'),
  };
}

const pageOf = (appId: string, archived: ArchivedChoice): ListRequest => ({
  appId,
  conditions: [],
  order: { by: 'createdAt', direction: 'desc' },
  start: { skip: 0 },
  detail: 'item',
  archived,
  take: 21,
});

// Sealing costs the process, not Postgres.
const PLAIN: StoreOptions = {
  recipients: { seal: (_id, row) => row, open: (row) => row, isCurrent: () => true },
  onStatusChange: () => undefined,
};

async function create({ client, appId }: Subject): Promise<Explained> {
  const explainer = new Explainer(client, true);
  const body = {
    userId: 'user_1',
    platform: 'PLATFORM_A',
    productUrl: 'https://item.shop-a.example/1',
    title: '无线鼠标',
    price: 199,
    quantity: 1,
    recipientName: '张三',
    address: '北京市朝阳区建国路 88 号',
    phone: '13800138000',
  } as const;
  const identity = { id: `int_${'f'.repeat(32)}`, appId, idempotencyKey: 'key new', requestHash: 'x' };
  const created = createdIntent(body, identity, new Date(), 60_000);
  const row: IntentRow = { ...created, ...NOTHING_YET, checksArchive: true };
  const signature = hash('sha256', 'signature');
  await insertIntents(explainer, PLAIN).insert({
    row,
    type: 'intent.submitted',
    signature,
    signal: { aborted: false },
  });
  return explainer.sum;
}

async function find({ client }: Subject, id: string): Promise<Explained> {
  const explainer = new Explainer(client, true);
  await findIntents(explainer as unknown as Database, PLAIN).find(id);
  return explainer.sum;
}

/** How many connections can have read an intent that has moved in transactions that are open at once, up to `MOST_READERS`. */
export async function countReaders(open: () => Promise<Client>, id: string): Promise<number> {
  const clients: Client[] = [];
  try {
    while (clients.length < MOST_READERS) {
      const client = await open();
      clients.push(client);
      await client.query('BEGIN');
      const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
        (await client.query(text, [...values])).rows as Row[];
      await findIntents({ rows } as Database, PLAIN).find(id);
    }
    return MOST_READERS;
  } catch (error) {
    if (!String(error).includes('out of shared memory')) throw error;
    return clients.length - 1;
  } finally {
    for (const client of clients) await client.end();
  }
}
// Postgres has 100 connections unless told otherwise, and keeps some for its owner.
const MOST_READERS = 90;

async function findKey(
  { client }: Subject,
  { appId, key }: { appId: string; key: string },
): Promise<Explained> {
  const explainer = new Explainer(client, true);
  await findIntents(explainer as unknown as Database, PLAIN).findByIdempotencyKey(appId, key);
  return explainer.sum;
}

async function firstPage({ client, appId }: Subject): Promise<Explained> {
  for (const setting of PAGE_CONNECTIONS.settings) await client.query(`SET ${setting}`);
  const explainer = new Explainer(client, true);
  await createPageReader(explainer)(pageOf(appId, 'false'));
  return explainer.sum;
}

async function page({ client }: Subject, request: ListRequest): Promise<Explained> {
  await client.query('SET max_parallel_workers_per_gather = 0');
  const explainer = new Explainer(client, false);
  const { text, values } = pageSql(request.appId, request);
  await explainer.rows(text, values);
  return explainer.sum;
}

async function total({ client }: Subject, request: ListRequest): Promise<Explained> {
  await client.query('SET max_parallel_workers_per_gather = 0');
  const explainer = new Explainer(client, false);
  const transaction = {
    $queryRaw: ({ text, values }: { text: string; values: unknown[] }) => explainer.rows(text, values),
    $queryRawUnsafe: (text: string, ...values: unknown[]) => explainer.rows(text, values),
  };
  await countRows(transaction as unknown as Statements, request);
  return explainer.sum;
}

/** A step for 200 intents, which are archived and, for the second step, copied and seen first. */
async function step({ client, appId }: Subject, name: string): Promise<Explained> {
  await client.query(
    `UPDATE "intents" SET "archivedAt" = service_now() WHERE "id" IN (
       SELECT "id" FROM "intents" WHERE "appId" = $1 AND "copiedAt" IS NULL ORDER BY "createdAt" DESC LIMIT 200)
       AND NOT EXISTS (SELECT FROM "intents" WHERE "copiedAt" IS NOT NULL)`,
    [appId],
  );
  if (name === 'finish_archived_intents') {
    await client.query('SELECT "copy_archived_intents"(200)');
    await client.query(
      `UPDATE "intents" SET "copiedAt" = service_now() - interval '1 hour' WHERE "copiedAt" = 'infinity'`,
    );
    await client.query('DELETE FROM "unpublished_events"');
  }
  const explainer = new Explainer(client, false);
  await explainer.rows(`SELECT "${name}"(200)`);
  return explainer.sum;
}
