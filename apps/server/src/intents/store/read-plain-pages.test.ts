import { ARCHIVED_CHOICES } from '@procurement-intents/contract';
import type { ListOrder, ListRequest } from '@procurement-intents/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRowsRead } from '../../../test/support/count-rows-read.ts';
import { seedIntents } from '../../../test/support/seed-intents.ts';
import { seedManyIntents } from '../../../test/support/seed-many-intents.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import { createLogger } from '../../observability/logger.ts';
import { type Database, openDatabase, type WritableDatabase } from '../../postgres/database.ts';
import { createPageReader, isPlainPage, PAGE_CONNECTIONS } from './read-plain-pages.ts';

const APPS = ['app_1', 'app_2', 'app_3'];
const ROWS_EACH = 12;
const ORDERS: ListOrder[] = (['createdAt', 'updatedAt', 'priceFen'] as const).flatMap((by) =>
  (['asc', 'desc'] as const).map((direction) => ({ by, direction })),
);

let testDatabase: TestDatabase;
let connection: WritableDatabase;
let rows: IntentRow[];
/** The Apps that each statement asked for. */
const statements: unknown[] = [];
let read: (request: ListRequest) => ReturnType<ReturnType<typeof createPageReader>>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  connection = openDatabase(testDatabase.url, { ...PAGE_CONNECTIONS, log: createLogger('silent') });
  // Three rows of an App have the same time or price.
  const at = (index: number): Date => new Date(Date.UTC(2026, 2, 4) + Math.floor(index / 9) * 1001);
  rows = await seedIntents({ database: connection }, APPS.length * ROWS_EACH, (index) => ({
    appId: APPS[index % APPS.length] as string,
    createdAt: at(index),
    updatedAt: at(index * 2),
    priceFen: BigInt(100 + Math.floor(index / 9)),
  }));
  read = createPageReader({
    rows: (text, values) => {
      statements.push(values?.[0]);
      return connection.rows(text, values);
    },
  });
});
afterAll(async () => {
  await connection.$disconnect();
  await testDatabase.drop();
});

const request = (appId: string, order: ListOrder, more: Partial<ListRequest> = {}): ListRequest => ({
  appId,
  conditions: [],
  archived: 'false',
  order,
  start: { skip: 0 },
  detail: 'item',
  take: 5,
  ...more,
});
const NEWEST: ListOrder = { by: 'createdAt', direction: 'desc' };

const compare = <Value>(a: Value, b: Value): number => Number(a > b) - Number(a < b);

/** All rows of the App in this order. */
function sorted(appId: string, { by, direction }: ListOrder): IntentRow[] {
  const sign = direction === 'asc' ? 1 : -1;
  return rows
    .filter((row) => row.appId === appId)
    .sort((a, b) => sign * (compare(a[by], b[by]) || compare(a.id, b.id)));
}

/** The request for what follows the first `count` rows. */
function requestAfter(appId: string, order: ListOrder, count: number): ListRequest {
  const last = sorted(appId, order)[count - 1] as IntentRow;
  const value = last[order.by];
  return request(appId, order, {
    start: { after: { value: BigInt(Number(value)), id: last.id, page: 2, total: 77 } },
  });
}

const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

describe('plain pages', () => {
  it('are each what a sort of all rows of the App gives, when many are asked for together', async () => {
    const asked = ORDERS.flatMap((order) => APPS.map((appId) => ({ appId, order })));
    const firsts = await Promise.all(asked.map(({ appId, order }) => read(request(appId, order))));
    const nexts = await Promise.all(asked.map(({ appId, order }) => read(requestAfter(appId, order, 5))));
    const lasts = await Promise.all(asked.map(({ appId, order }) => read(requestAfter(appId, order, 12))));
    for (const [index, { appId, order }] of asked.entries()) {
      const all = idsOf(sorted(appId, order));
      expect(firsts[index]?.total).toBe(ROWS_EACH);
      expect(idsOf(firsts[index]?.rows ?? [])).toEqual(all.slice(0, 5));
      expect(nexts[index]?.total).toBe(77);
      expect(idsOf(nexts[index]?.rows ?? [])).toEqual(all.slice(5, 10));
      expect(lasts[index]).toEqual({ rows: [], total: 77 });
    }
    const [row] = firsts[0]?.rows ?? [];
    const { id, title, totalFen, createdAt } = sorted('app_1', ORDERS[0] as ListOrder)[0] as IntentRow;
    expect(row).toMatchObject({ id, title, totalFen, createdAt });
  });

  it('share a statement, whichever App asks, and one reading where they are the same', async () => {
    statements.length = 0;
    const asked = [...APPS, ...APPS, 'nobody'].map((appId) => request(appId, NEWEST));
    const answers = await Promise.all([...asked, request('app_1', NEWEST, { take: 2 })].map(read));
    expect(statements).toEqual([['app_1', 'app_2', 'app_3', 'nobody', 'app_1']]);
    expect(answers.map(({ rows: { length }, total }) => [length, total])).toEqual([
      ...Array.from({ length: 6 }, () => [5, 12]),
      [0, 0],
      [2, 12],
    ]);
    expect(answers[3]).toBe(answers[0]);
  });

  it('are answered while the connection of an earlier one hangs', async () => {
    const hanging = Promise.withResolvers<void>();
    let asked = 0;
    const readBesides = createPageReader({
      async rows(text, values) {
        asked += 1;
        if (asked === 1) await hanging.promise;
        return connection.rows(text, values);
      },
    });
    const hung = readBesides(request('app_1', NEWEST));
    await expect.poll(() => asked).toBe(1);
    expect((await readBesides(request('app_2', NEWEST))).total).toBe(ROWS_EACH);
    hanging.resolve();
    await hung;
  });

  it('show what was created before they were asked for, while the same page is being read', async () => {
    const create = (createdAt: Date) =>
      seedIntents({ database: connection }, 1, () => ({ appId: 'app_4', createdAt }));
    const [older] = await create(new Date());
    const isRead = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    const readSlowly = createPageReader({
      async rows(text, values) {
        const found = await connection.rows(text, values);
        isRead.resolve();
        await mayAnswer.promise;
        return found as never;
      },
    });
    const first = readSlowly(request('app_4', NEWEST));
    await isRead.promise;
    const [newer] = await create(new Date(Date.now() + 1000));
    const second = readSlowly(request('app_4', NEWEST));
    mayAnswer.resolve();
    expect(idsOf((await first).rows)).toEqual([older?.id]);
    expect(idsOf((await second).rows)).toEqual([newer?.id, older?.id]);
    expect((await second).total).toBe(2);
  });
});

it('plain pages have archived intents or not, on whichever side they lie', async () => {
  const start = Date.UTC(2026, 2, 4);
  const seeded = await seedIntents({ database: connection }, 12, (index) => ({
    appId: 'app_5',
    createdAt: new Date(start + index),
  }));
  const archived = idsOf(seeded.filter((_, index) => index % 3 > 0));
  await connection.$executeRaw`UPDATE "intents" SET "archivedAt" = now(), "copiedAt" = now() WHERE "id" = ANY(${archived})`;
  const moved = idsOf(seeded.filter((_, index) => index % 3 === 1));
  await copyToArchive(connection, moved);
  await connection.$executeRaw`DELETE FROM "intents" WHERE "id" = ANY(${moved})`;
  // A copy of one that has not moved yet is not listed beside it.
  await copyToArchive(connection, idsOf(seeded).slice(2, 3), false);
  const isMember = {
    false: (id: string) => !archived.includes(id),
    true: (id: string) => archived.includes(id),
    any: () => true,
  };
  for (const choice of ARCHIVED_CHOICES) {
    const expected = idsOf(seeded).toReversed().filter(isMember[choice]);
    const page = request('app_5', NEWEST, { archived: choice, take: 3 });
    expect(isPlainPage(page)).toBe(true);
    const { rows: first, total } = await read(page);
    expect({ ids: idsOf(first), total }).toEqual({ ids: expected.slice(0, 3), total: expected.length });
    const last = first.at(-1) as IntentRow;
    const after = { value: BigInt(Number(last.createdAt)), id: last.id, page: 2, total };
    const next = await read({ ...page, start: { after } });
    expect(idsOf(next.rows)).toEqual(expected.slice(3, 6));
  }
});

it('plain pages have no filter, and begin with the first or behind a cursor', () => {
  expect(isPlainPage(request('app_1', NEWEST))).toBe(true);
  expect(isPlainPage(requestAfter('app_1', NEWEST, 3))).toBe(true);
  expect(isPlainPage(request('app_1', NEWEST, { start: { skip: 20 } }))).toBe(false);
  const conditions = [{ column: 'status' as const, oneOf: ['DRAFT'] }];
  expect(isPlainPage(request('app_1', NEWEST, { conditions }))).toBe(false);
  // Five times as many bytes, and recipients to open.
  for (const detail of ['details', 'recipient'] as const)
    expect(isPlainPage(request('app_1', NEWEST, { detail }))).toBe(false);
});

const KINDS = ORDERS.flatMap((order) => ARCHIVED_CHOICES.map((archived) => ({ ...order, archived }))).filter(
  ({ archived, ...order }) => isPlainPage(request('app_1', order, { archived })),
);

it.each(KINDS)(
  'a page by $by $direction with archived=$archived of a large App is read by an index, by a plan that was made when all were small',
  async ({ archived, ...order }) => {
    const small = await createTestDatabase();
    // As if Postgres took an index for much dearer than it is.
    const settings = [...PAGE_CONNECTIONS.settings, 'random_page_cost = 40'];
    const log = createLogger('silent');
    const pages = openDatabase(small.url, { ...PAGE_CONNECTIONS, settings, log });
    const value = order.direction === 'desc' ? 4_000_000_000_000n : 1n;
    const first = request('app_1', order, { archived });
    const next = { ...first, start: { after: { value, id: 'int_', page: 2, total: 77 } } };
    try {
      await seedIntents({ database: pages }, 60, (index) => ({
        appId: `app_${index % 20}`,
        createdAt: new Date(Date.UTC(2026, 2, 4) + ((index * 7) % 60)),
        updatedAt: new Date(Date.UTC(2026, 2, 4) + ((index * 11) % 60)),
        priceFen: BigInt(100 + ((index * 13) % 60)),
      }));
      await pages.$executeRaw`ANALYZE`;
      const readPage = createPageReader(pages);
      await Promise.all([first, next].map(readPage));
      await seedManyIntents({ databaseUrl: small.url }, 'app_1', 5000);
      await seedManyCounts(pages, 5000);
      if (archived !== 'false') await moveMost(pages);
      const before = await countRowsRead(pages);
      for (const page of [first, next]) expect((await readPage(page)).rows).toHaveLength(5);
      expect((await countRowsRead(pages)) - before).toBeLessThan(40);
      expect(await countPlans(pages)).toEqual({ kept: 4, made: 0 });
    } finally {
      await pages.$disconnect();
      await small.drop();
    }
  },
);

const COLUMNS = INTENTS.names(INTENTS.keys);

/** Copies rows to the archive, as its mover does. */
async function copyToArchive(database: WritableDatabase, ids: readonly string[], isMoved = true) {
  await database.$executeRaw`SELECT "prepare_archive_months"(1)`;
  await database.$executeRawUnsafe(
    `INSERT INTO "archived_intents" (${COLUMNS}, "timeline", "isMoved")
     SELECT ${COLUMNS}, '[]', $2 FROM "intents" WHERE "id" = ANY($1)`,
    ids,
    isMoved,
  );
}

/** Nine of ten rows of the App move to the archive. */
async function moveMost(database: WritableDatabase): Promise<void> {
  const rowsToMove = await database.$queryRaw<{ id: string }[]>`
    UPDATE "intents" SET "archivedAt" = now() WHERE "appId" = 'app_1' AND "priceFen" % 10 > 0 RETURNING "id"`;
  await copyToArchive(database, idsOf(rowsToMove));
  await database.$executeRaw`DELETE FROM "intents" WHERE "archivedAt" IS NOT NULL`;
}

const seedManyCounts = (database: Database, count: number) => database.$executeRaw`
  INSERT INTO "intent_counts" ("appId", "status", "platform", "total")
  SELECT 'other_' || n, 'DRAFT', 'PLATFORM_A', 1 FROM generate_series(1, ${count}::int) AS n`;

/** How often statements of pages ran by the plan that was kept, and how often a plan was made for their values. */
async function countPlans(database: Database) {
  const [row] = await database.$queryRaw<{ kept: number; made: number }[]>`
    SELECT sum(generic_plans)::int AS kept, sum(custom_plans)::int AS made
    FROM pg_prepared_statements WHERE name LIKE 'list_%'`;
  return row;
}
