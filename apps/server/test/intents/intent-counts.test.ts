import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTENT_STATUSES, PLATFORMS, ROUTES } from '@procurement-intents/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MIGRATIONS_DIR } from '../../src/open-database.ts';
import { intentBody } from '../support/intent-factory.ts';
import { seedIntents } from '../support/seed-intents.ts';
import type { Signer } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const PATH = ROUTES.createIntent.path;

let service: TestService;
let signers: Signer[];

beforeAll(async () => {
  service = await startTestService({ graceMs: 86_400_000 });
});
beforeEach(async () => {
  signers = await Promise.all(Array.from({ length: 4 }, () => service.addApp()));
});
afterAll(() => service.stop());

interface Count {
  appId: string;
  status: string;
  platform: string;
  total: bigint;
}

/** What the counters say, and what counting says. */
async function bothCounts() {
  const counters = await service.database.$queryRawUnsafe<Count[]>(
    `SELECT "appId", "status", "platform", sum("total")::bigint AS total FROM "intent_counts"
     GROUP BY 1, 2, 3 HAVING sum("total") <> 0 ORDER BY 1, 2, 3`,
  );
  const counted = await service.database.$queryRawUnsafe<Count[]>(
    `SELECT "appId", "status", "platform", count(*) AS total FROM "intents" GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  return { counters, counted };
}

async function expectTrueCounters(): Promise<void> {
  const { counters, counted } = await bothCounts();
  expect(counters).toEqual(counted);
}

/** Four intents of each App, made at once. */
async function createSome(): Promise<{ signer: Signer; id: string }[]> {
  const answers = await Promise.all(
    signers.flatMap((signer) =>
      Array.from({ length: 4 }, async (_, index) => {
        const body = intentBody(service, 'ordinary', { draft: index % 2 === 0 });
        return { signer, answer: await service.call('POST', PATH, { body, signer }) };
      }),
    ),
  );
  return answers.map(({ signer, answer }) => ({ signer, id: answer.body.data.id as string }));
}

const totalOf = async (signer: Signer, query = ''): Promise<number> =>
  (await service.call('GET', `${PATH}${query}`, { signer })).body.data.total;

describe('the counters of intents', () => {
  it('stay true through creates, moves, cancellations and deletions made at once', async () => {
    const made = await createSome();
    await expectTrueCounters();
    const outcomes = await Promise.all(
      made.map(async ({ signer, id }, index) => {
        if (index % 2 === 0) return service.call('POST', `${PATH}/${id}/submit`, { signer });
        const cancelled = await service.call('POST', `${PATH}/${id}/cancel`, { signer });
        return index % 4 === 1 ? service.call('DELETE', `${PATH}/${id}`, { signer }) : cancelled;
      }),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 200));
    await expectTrueCounters();
    expect(await totalOf(signers[0] as Signer)).toBe(3);
    expect(await totalOf(signers[0] as Signer, '?status=SUBMITTED')).toBe(2);
  });

  it('stay true when statements change many rows at once, in any order, without a deadlock', async () => {
    await seedIntents(service, 240, (index) => ({
      appId: (signers[index % 4] as Signer).appId,
      platform: PLATFORMS[index % 3] ?? 'PLATFORM_A',
    }));
    const ids = (await service.database.intent.findMany({ select: { id: true } })).map(({ id }) => id);
    const chunks = Array.from({ length: 12 }, (_, index) => ids.filter((_id, at) => at % 12 === index));
    await Promise.all(
      chunks.map(async (chunk, index) => {
        for (const status of INTENT_STATUSES) {
          const turned = index % 2 === 0 ? chunk : chunk.toReversed();
          await service.database.intent.updateMany({ where: { id: { in: turned } }, data: { status } });
        }
        await service.database.intent.deleteMany({ where: { id: { in: chunk.slice(0, 5) } } });
      }),
    );
    await expectTrueCounters();
  });

  it.each(['intents_added', 'intents_moved', 'intents_removed', 'intents_truncated'])(
    'would be wrong without %s',
    async (trigger) => {
      const appId = (signers[0] as Signer).appId;
      const setTrigger = (state: 'DISABLE' | 'ENABLE') =>
        service.database.$executeRawUnsafe(`ALTER TABLE "intents" ${state} TRIGGER "${trigger}"`);
      const before = await seedIntents(service, 2, () => ({ appId }));
      await setTrigger('DISABLE');
      try {
        await seedIntents(service, 1, () => ({ appId }));
        await service.database.intent.update({
          where: { id: before[0]?.id ?? '' },
          data: { status: 'FAILED' },
        });
        await service.database.intent.delete({ where: { id: before[1]?.id ?? '' } });
        if (trigger === 'intents_truncated') await service.database.$executeRaw`TRUNCATE "intents" CASCADE`;
        const { counters, counted } = await bothCounts();
        expect(counters).not.toEqual(counted);
      } finally {
        await setTrigger('ENABLE');
        await service.database.$executeRaw`TRUNCATE "intents" CASCADE`;
      }
      await expectTrueCounters();
    },
  );

  it('begin with the rows that the table had before it was counted', async () => {
    const appId = (signers[0] as Signer).appId;
    await seedIntents(service, 7, (index) => ({ appId, platform: PLATFORMS[index % 3] ?? 'PLATFORM_A' }));
    const names = [
      '20261121030000_intent_counts',
      '20261122073000_count_changes',
      '20261122090000_fold_by_key',
    ];
    const read = (name: string) => readFileSync(join(MIGRATIONS_DIR, name, 'migration.sql'), 'utf8');
    // Of the archive's migration, what concerns the counters.
    const ofCounters =
      /^ALTER TABLE "intent_counts".*;$|^CREATE OR REPLACE FUNCTION "(?:count|fold)_[\s\S]*?^(?:END )?\$\$;$/gm;
    const sql = [...names.map(read), ...(read('20261124180000_archive').match(ofCounters) ?? [])];
    const undo = `DROP TABLE "intent_counts"; DROP FUNCTION "count_added_intents", "count_removed_intents",
      "count_moved_intents", "forget_intent_counts", "fold_intent_counts", "fold_by_chance" CASCADE;`;
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    try {
      await client.query(`${undo}\n${sql.join('\n')}`);
    } finally {
      await client.end();
    }
    await expectTrueCounters();
    expect(await totalOf(signers[0] as Signer)).toBe(7);
  });

  it('are folded into one row each, and are true meanwhile and after', async () => {
    const appId = (signers[0] as Signer).appId;
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        seedIntents(service, 5, () => ({ appId, platform: PLATFORMS[index % 3] ?? 'PLATFORM_A' })),
      ),
    );
    const ids = made.flat().map(({ id }) => id);
    const work = { isOver: false };
    const moving = moveAbout(ids).finally(() => (work.isOver = true));
    // Whoever folds and whoever reads does so again and again until the last move, two at a time.
    await Promise.all([
      ...[1, 2].map(() => untilOver(work, () => service.sweeps.foldCounts())),
      untilOver(work, async () => expect(await totalOf(signers[0] as Signer)).toBe(200)),
    ]);
    await moving;
    // A fold leaves what others have locked, so two at once can leave two sums of a key: the key's next change joins them.
    await vi.waitFor(
      async () => {
        await service.database.$executeRaw`
          INSERT INTO "intent_counts" ("appId", "status", "platform", "total")
          SELECT DISTINCT "appId", "status", "platform", 0 FROM "intent_counts" WHERE "appId" = ${appId}`;
        await service.sweeps.foldCounts();
        const [rows] = await service.database.rows<{ rows: bigint; keys: bigint }>(
          `SELECT count(*) AS "rows", count(DISTINCT ("status", "platform")) AS "keys" FROM "intent_counts" WHERE "appId" = $1`,
          [appId],
        );
        expect(rows?.rows).toBe(rows?.keys);
      },
      { timeout: 10_000 },
    );
    await expectTrueCounters();
  });

  it('of 2,000 Apps are folded within the time of a statement, whatever the statistics say', async () => {
    await service.database.$executeRaw`
      INSERT INTO "intent_counts" ("appId", "status", "platform", "total")
      SELECT 'app_many_' || n % 2000, 'COMPLETED', 'PLATFORM_A', 1 FROM generate_series(1, 30000) AS n`;
    // As if no row had been folded: the planner expects none.
    await service.database.$executeRaw`DELETE FROM "intent_counts" WHERE "isFolded"`;
    await service.database.$executeRaw`ANALYZE "intent_counts"`;
    await service.database.$executeRaw`
      INSERT INTO "intent_counts" ("appId", "status", "platform", "total", "isFolded")
      SELECT 'app_many_' || n % 2000, (ARRAY['COMPLETED', 'FAILED'])[1 + n / 2000 % 2]::"IntentStatus",
        (ARRAY['PLATFORM_A', 'PLATFORM_B', 'PLATFORM_C'])[1 + n / 4000 % 3]::"Platform", 1, true
      FROM generate_series(0, 11999) AS n`;
    while ((await service.sweeps.foldCounts()) > 0);
    const folded = await service.database.intentCount.aggregate({
      where: { appId: { startsWith: 'app_many_' } },
      _sum: { total: true },
      _count: true,
    });
    expect(folded).toEqual({ _sum: { total: 42_000n }, _count: 12_000 });
  });

  it('are folded by writers too, now and then, so that they stay few where no job folds', async () => {
    const appId = (signers[0] as Signer).appId;
    await service.database
      .$executeRaw`CREATE FUNCTION "public"."random"() RETURNS float8 LANGUAGE sql AS 'SELECT 0.001::float8'`;
    await service.database.$executeRaw`ALTER FUNCTION "fold_by_chance" SET search_path = public, pg_catalog`;
    try {
      for (let index = 0; index < 5; index += 1) await seedIntents(service, 1, () => ({ appId }));
    } finally {
      await service.database.$executeRaw`ALTER FUNCTION "fold_by_chance" RESET search_path`;
      await service.database.$executeRaw`DROP FUNCTION "public"."random"`;
    }
    expect(await service.database.intentCount.findMany({ where: { appId } })).toMatchObject([
      { total: 5n, isFolded: true },
    ]);
  });
});

/** Moves drafts through every status and back, in chunks, all at once. */
async function moveAbout(ids: readonly string[]): Promise<void> {
  const chunks = Array.from({ length: 8 }, (_, index) => ids.filter((_id, at) => at % 8 === index));
  await Promise.all(
    chunks.map(async (chunk) => {
      for (const status of INTENT_STATUSES) {
        await service.database.intent.updateMany({ where: { id: { in: chunk } }, data: { status } });
      }
    }),
  );
}

async function untilOver(work: { isOver: boolean }, step: () => Promise<unknown>): Promise<void> {
  while (!work.isOver) await step();
}
