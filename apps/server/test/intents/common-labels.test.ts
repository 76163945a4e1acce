import { ROUTES } from '@procurement-intents/contract';
import { Client } from 'pg';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { expectSuccess } from '../support/expect-answer.ts';
import { seedManyIntents } from '../support/seed-many-intents.ts';
import { service, useService } from '../support/use-service.ts';

const ROWS = 200_000;

useService();
beforeAll(async () => {
  const { appId } = service.signer;
  await seedManyIntents(service, appId, ROWS);
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO "intent_labels" ("appId", "key", "value", "createdAt", "id")
       SELECT "appId", "key", CASE WHEN "key" <> 'half' THEN 'x' WHEN right("id", 2) < '08' THEN 'a' ELSE 'b' END,
         "createdAt", "id"
       FROM "intents", unnest('{site,team,half}'::text[]) AS "key"
       WHERE "appId" = $1 AND ("key" <> 'half' OR right("id", 2) < '10')`,
      [appId],
    );
    // As the database does by itself within a minute or two.
    await client.query('VACUUM ANALYZE "intents", "intent_labels"');
  } finally {
    await client.end();
  }
}, 180_000);

beforeEach(async () => {
  await service.database.intent.updateMany({
    where: { archivedAt: { not: null } },
    data: { archivedAt: null },
  });
});

async function list(query: string) {
  const answer = await service.call('GET', `${ROUTES.listIntents.path}?pageSize=2&${query}`);
  expectSuccess(answer, 'listIntents');
  const { items, total } = answer.body.data as { items: { createdAt: string }[]; total: number };
  return { times: items.map(({ createdAt }) => createdAt), total };
}

const newestOnes = () =>
  service.database.intent.findMany({
    where: { appId: service.signer.appId },
    orderBy: { createdAt: 'desc' },
    take: 2,
  });

// One statement that fetches the intents of both labels takes longer than a list may.
it.each(['label[site]=x&label[team]=x', 'label[site][in]=w,x&label[team][in]=x,y', 'label[site]=x'])(
  'lists and counts 200,000 intents by %s, archived or not',
  async (query) => {
    const [newest, next] = await newestOnes();
    const times = [newest, next].map((row) => row?.createdAt.toISOString());
    expect(await list(query)).toEqual({ times, total: ROWS });
    const where = { id: newest?.id ?? '' };
    await service.database.intent.update({ where, data: { archivedAt: new Date() } });
    expect(await list(query)).toMatchObject({ total: ROWS - 1 });
    expect(await list(`${query}&archived=true`)).toEqual({ times: [times[0]], total: 1 });
    expect(await list(`${query}&archived=any`)).toEqual({ times, total: ROWS });
  },
);

it('finds nothing by labels that are common and never together', async () => {
  const query = 'label[half]=a&label[site]=x&label[half][in]=b';
  expect(await list(query)).toEqual({ times: [], total: 0 });
});

it('finds the few of a rare label beside common ones, in any order', async () => {
  const [newest] = await newestOnes();
  const where = { id: newest?.id ?? '' };
  await service.database.intent.update({ where, data: { labels: { site: 'x', team: 'x', rare: 'y' } } });
  const one = { times: [newest?.createdAt.toISOString()], total: 1 };
  for (const more of ['', '&sortBy=price', '&status=COMPLETED', '&archived=any', '&page=1'])
    expect(await list(`label[site]=x&label[rare]=y${more}`)).toEqual(one);
  for (const more of ['&status=FAILED', '&archived=true', '&label[team]=w', '&page=2'])
    expect(await list(`label[site]=x&label[rare]=y${more}`)).toMatchObject({ times: [] });
});
