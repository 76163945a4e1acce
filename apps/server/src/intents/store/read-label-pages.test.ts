import type { ListOrder, ListRequest } from '@procurement-intents/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countRowsRead } from '../../../test/support/count-rows-read.ts';
import { seedIntents } from '../../../test/support/seed-intents.ts';
import { seedManyIntents } from '../../../test/support/seed-many-intents.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import { createLogger } from '../../observability/logger.ts';
import { openDatabase, type WritableDatabase } from '../../postgres/database.ts';
import { createLabelPageReader, labelPageOf, MAX_LABELLED } from './read-label-pages.ts';
import type { ListResult } from './list-rows.ts';
import { PAGE_CONNECTIONS } from './read-plain-pages.ts';

const APPS = ['app_1', 'app_2'];
const VALUES = ['east', 'west'];
const ROWS = 48;
const DIRECTIONS = ['desc', 'asc'] as const;

let testDatabase: TestDatabase;
let connection: WritableDatabase;
let rows: IntentRow[];
const statements: string[] = [];
let readPage: ReturnType<typeof createLabelPageReader>;

const openPages = (url: string, settings: string[] = []) =>
  openDatabase(url, {
    ...PAGE_CONNECTIONS,
    settings: [...PAGE_CONNECTIONS.settings, ...settings],
    log: createLogger('silent'),
  });

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  connection = openPages(testDatabase.url);
  // Every fourth intent of an App has the value; three rows have the same time.
  rows = await seedIntents({ database: connection }, ROWS, (index) => ({
    appId: APPS[index % 2] ?? '',
    labels: { site: VALUES[Math.floor(index / 2) % 2] ?? '', other: 'east' },
    createdAt: new Date(Date.UTC(2026, 2, 4) + Math.floor(index / 12)),
  }));
  readPage = createLabelPageReader({
    rows: (text, values) => {
      statements.push(text);
      return connection.rows(text, values);
    },
  });
});
afterAll(async () => {
  await connection.$disconnect();
  await testDatabase.drop();
});

interface Asked {
  appId: string;
  value: string;
  direction: ListOrder['direction'];
}

const requestOf = ({ appId, value, direction }: Asked, more: Partial<ListRequest> = {}): ListRequest => ({
  appId,
  conditions: [{ label: 'site', oneOf: [value] }],
  archived: 'false',
  order: { by: 'createdAt', direction },
  start: { skip: 0 },
  detail: 'item',
  take: 5,
  ...more,
});

async function read(request: ListRequest): Promise<ListResult | null> {
  const page = labelPageOf(request);
  if (page === null) throw new Error('no page of one label');
  return readPage(page);
}

const after = ({ createdAt, id }: Pick<IntentRow, 'createdAt' | 'id'>) => ({
  start: { after: { value: BigInt(createdAt.getTime()), id, page: 2, total: 77 } },
});

const compare = <Value>(a: Value, b: Value): number => Number(a > b) - Number(a < b);
const sorted = ({ appId, value, direction }: Asked): IntentRow[] =>
  rows
    .filter((row) => row.appId === appId && (row.labels as { site: string }).site === value)
    .sort(
      (a, b) =>
        (direction === 'asc' ? 1 : -1) *
        (compare(a.createdAt.getTime(), b.createdAt.getTime()) || compare(a.id, b.id)),
    );
const idsOf = (found: readonly { id: string }[] | undefined) => (found ?? []).map(({ id }) => id);

it('reads pages of several Apps and values in a statement for each direction and start', async () => {
  const asked = APPS.flatMap((appId) =>
    VALUES.flatMap((value) => DIRECTIONS.map((direction) => ({ appId, value, direction }))),
  );
  const firsts = await Promise.all(asked.map((each) => read(requestOf(each))));
  expect(new Set(statements).size).toBe(2);
  const nexts = await Promise.all(
    asked.map((each) => read(requestOf(each, after(sorted(each)[4] as IntentRow)))),
  );
  const lasts = await Promise.all(
    asked.map((each) => read(requestOf(each, after(sorted(each).at(-1) as IntentRow)))),
  );
  for (const [index, each] of asked.entries()) {
    const all = sorted(each);
    expect(all).toHaveLength(ROWS / 4);
    expect(firsts[index]?.total).toBe(all.length);
    expect(idsOf(firsts[index]?.rows)).toEqual(idsOf(all.slice(0, 5)));
    expect(idsOf(nexts[index]?.rows)).toEqual(idsOf(all.slice(5, 10)));
    expect(lasts[index]).toEqual({ rows: [], total: 0 });
  }
  const [first] = sorted(asked[0] as Asked);
  const { id, title, totalFen, createdAt } = first as IntentRow;
  expect(firsts[0]?.rows[0]).toMatchObject({ id, title, totalFen, createdAt });
});

it('reads an empty page of a value that nobody has, and of an App without intents', async () => {
  const direction = 'desc';
  for (const asked of [
    { appId: 'app_1', value: 'north', direction },
    { appId: 'nobody', value: 'east', direction },
  ] as const)
    expect(await read(requestOf(asked))).toEqual({ rows: [], total: 0 });
});

it('leaves out what is archived, whether it has moved or not', async () => {
  const seeded = await seedIntents({ database: connection }, 9, (index) => ({
    appId: 'app_3',
    labels: { site: 'east' },
    createdAt: new Date(Date.UTC(2026, 2, 5) + index),
  }));
  const [moved, archived] = [idsOf(seeded.slice(0, 3)), idsOf(seeded.slice(3, 6))];
  const asked = { appId: 'app_3', value: 'east', direction: 'desc' } as const;
  expect((await read(requestOf(asked)))?.total).toBe(9);
  await connection.$executeRaw`UPDATE "intents" SET "archivedAt" = now() WHERE "id" = ANY(${[...moved, ...archived]})`;
  // What has moved has left this table alone: its labels stay in the index.
  await connection.$executeRaw`ALTER TABLE "intents" DISABLE TRIGGER USER`;
  await connection.$executeRaw`DELETE FROM "intents" WHERE "id" = ANY(${moved})`;
  await connection.$executeRaw`ALTER TABLE "intents" ENABLE TRIGGER USER`;
  expect(await connection.intentLabel.count({ where: { appId: 'app_3' } })).toBe(9);
  const page = await read(requestOf(asked, { take: 2 }));
  expect(page?.total).toBe(3);
  expect(idsOf(page?.rows)).toEqual(idsOf(seeded.slice(6).toReversed().slice(0, 2)));
});

it('gives way when the database ends the statement, and tells any other failure', async () => {
  const page = labelPageOf(requestOf({ appId: 'app_1', value: 'east', direction: 'desc' })) ?? ({} as never);
  const failing = (code: string) =>
    createLabelPageReader({ rows: () => Promise.reject(Object.assign(new Error(code), { code })) })(page);
  expect(await failing('57014')).toBeNull();
  await expect(failing('42P01')).rejects.toThrow('42P01');
});

it('is only the page of one value of one label, by the time of creation', () => {
  const asked = { appId: 'app_1', value: 'east', direction: 'desc' } as const;
  const pageOf = (more: Partial<ListRequest>) => labelPageOf(requestOf(asked, more));
  expect(pageOf({})).toMatchObject({ key: 'site', value: 'east', after: null });
  const site = { label: 'site', oneOf: ['east'] };
  for (const more of [
    { conditions: [] },
    { conditions: [site, { label: 'other', oneOf: ['east'] }] },
    { conditions: [{ label: 'site', oneOf: VALUES }] },
    { conditions: [site, { column: 'status' as const, oneOf: ['DRAFT'] }] },
    { order: { by: 'updatedAt', direction: 'desc' } as const },
    { start: { skip: 5 } },
    { detail: 'details' as const },
    { archived: 'any' as const },
  ])
    expect(pageOf(more)).toBeNull();
});

it('reads a label of a large App by an index, by a plan that was made when all was small, up to its bound', async () => {
  const large = await createTestDatabase();
  // As if Postgres took an index for much dearer than it is.
  const pages = openPages(large.url, ['random_page_cost = 40']);
  const asked = { appId: 'app_1', value: 'east', direction: 'desc' } as const;
  const readLarge = createLabelPageReader(pages);
  const readOne = (value: string, more = {}) =>
    readLarge(labelPageOf(requestOf({ ...asked, value }, more)) ?? ({} as never));
  const after2000 = after({ createdAt: new Date(4_000_000_000_000), id: 'int_' });
  try {
    await seedIntents({ database: pages }, 60, (index) => ({
      appId: `app_${index % 20}`,
      labels: { site: 'east' },
    }));
    await pages.$executeRaw`ANALYZE`;
    await Promise.all([readOne('east'), readOne('east', after2000)]);
    await seedManyIntents({ databaseUrl: large.url }, 'app_1', 6000);
    await pages.$executeRaw`UPDATE "intents" SET "labels" = jsonb_build_object('site',
      CASE WHEN "priceFen" % 60 = 0 THEN 'few' ELSE 'many' END) WHERE "title" LIKE '无线鼠标 %'`;
    const before = await countRowsRead(pages);
    for (const more of [{}, after2000]) {
      const few = await readOne('few', more);
      expect([few?.rows.length, few?.total]).toEqual([5, 100]);
    }
    const [newest] = (await readOne('few'))?.rows ?? [];
    await pages.$executeRaw`UPDATE "intents" SET "archivedAt" = now() WHERE "id" = ${newest?.id}`;
    expect((await readOne('few'))?.total).toBe(99);
    // Reading all of the App's would be ten times as many.
    expect((await countRowsRead(pages)) - before).toBeLessThan(3000);
    for (const more of [{}, after2000]) expect(await readOne('many', more)).toBeNull();
    expect((await countRowsRead(pages)) - before).toBeLessThan(4 * MAX_LABELLED + 4000);
  } finally {
    await pages.$disconnect();
    await large.drop();
  }
});
