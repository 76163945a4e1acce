import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import { newIntent } from '../../intents/create-intent.ts';
import { intentAdder } from '../../intents/store/insert-intents.ts';
import { archiveMoves, MOVED_AT_ONCE } from './archive-moves.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { intentBody } from '../../../test/support/intent-factory.ts';
import { seedIntents } from '../../../test/support/seed-intents.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const MINUTE_MS = 60_000;

let service: TestService;
let appId: string;
let moves: ReturnType<typeof archiveMoves>;
let clock: ReturnType<typeof createFakeClock>;
beforeAll(async () => {
  clock = createFakeClock();
  service = await startTestService({ clock });
  moves = archiveMoves(service.database);
  await moves.prepareMonths(1);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database
    .$executeRaw`TRUNCATE "intents", "archived_intents", "archived_keys", "intent_counts"`;
  ({ appId } = await service.addApp());
});

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await service.syncClock();
}
const seedArchived = (count: number, make: (index: number) => Partial<IntentRow> = () => ({})) =>
  seedIntents(service, count, (index) => ({
    appId,
    idempotencyKey: `key order-${index}`,
    status: 'CANCELLED',
    cancelledAt: clock.now(),
    archivedAt: clock.now(),
    ...make(index),
  }));
async function repeat(step: () => Promise<number>): Promise<void> {
  while ((await step()) === MOVED_AT_ONCE);
}
/** A create under the key of a seeded intent. */
function again(index: number) {
  const key = `key order-${index}`;
  const request = { appId, body: { ...intentBody(service), draft: true }, idempotencyKey: key };
  const row = newIntent(service.context, request, 'another hash');
  return { row, type: 'intent.drafted', signature: hash('sha256', `${key} ${Math.random()}`) } as const;
}

/** How many intents lie where: those of each key must be one. */
async function lie() {
  const [row] = await service.database.$queryRaw<
    { hot: number; moved: number; copies: number; keys: number }[]
  >`
    SELECT (SELECT count(*)::int FROM "intents") AS "hot",
      (SELECT count(*)::int FROM "archived_intents" WHERE "isMoved") AS "moved",
      (SELECT count(*)::int FROM "archived_intents" WHERE NOT "isMoved") AS "copies",
      (SELECT count(*)::int FROM "archived_keys") AS "keys"`;
  return row;
}

describe('creates against the mover (AR6)', () => {
  const KEYS = 1000;
  const createAll = () =>
    Promise.all(
      Array.from({ length: KEYS }, (_, index) =>
        service.context.intents.insert({ ...again(index), signal: { aborted: false } }),
      ),
    );

  it('make no second intent of 1,000 keys, at either step of the move', async () => {
    await seedArchived(KEYS);
    const [first] = await Promise.all([createAll(), repeat(async () => (await moves.copy()).copied)]);
    await repeat(moves.finish);
    // No create is left that has begun before the copies.
    await advance(5 * MINUTE_MS);
    const [second] = await Promise.all([createAll(), repeat(moves.finish)]);
    const third = await createAll();
    expect([...first, ...second, ...third]).not.toContain(true);
    expect(await lie()).toEqual({ hot: 0, moved: KEYS, copies: 0, keys: KEYS });
  });

  it('of the release before are held back by the database', async () => {
    await seedArchived(1);
    await moves.copy();
    await moves.finish();
    await advance(5 * MINUTE_MS);
    await moves.finish();
    const again = { appId, idempotencyKey: 'key order-0' };
    await seedIntents(service, 1, () => ({ ...again, checksArchive: false })).catch(() => null);
    expect(await lie()).toMatchObject({ hot: 0, moved: 1 });
  });
});

describe('a create that began before the copy (AR6)', () => {
  // The snapshot of the transaction is from before the copy, as that of a statement that began then.
  const createdMeanwhile = (meanwhile: () => Promise<unknown>): Promise<boolean> => {
    const addIntent = intentAdder({ recipients: service.recipients, onStatusChange: () => undefined });
    return service.database
      .$transaction(
        async (transaction) => {
          await transaction.$queryRaw`SELECT count(*)::int FROM "archived_keys"`;
          await meanwhile();
          return addIntent(transaction, () => undefined, again(0));
        },
        { isolationLevel: 'RepeatableRead' },
      )
      .catch((error: unknown) => {
        if (String(error).includes('could not serialize access')) return false;
        throw error;
      });
  };

  it('meets the row, which stays for 5 minutes', async () => {
    await seedArchived(1);
    const isCreated = await createdMeanwhile(async () => {
      await moves.copy();
      await moves.finish();
      await advance(5 * MINUTE_MS - 1);
      await moves.finish();
    });
    expect(isCreated).toBe(false);
    expect(await lie()).toEqual({ hot: 1, moved: 0, copies: 1, keys: 1 });
    await advance(1);
    await moves.finish();
    expect(await lie()).toEqual({ hot: 0, moved: 1, copies: 0, keys: 1 });
  });

  it('meets the row also when the copy took long to be committed', async () => {
    await seedArchived(1);
    const isCreated = await createdMeanwhile(async () => {
      await service.database.$transaction(async (transaction) => {
        await transaction.$queryRaw`SELECT "copied" FROM "copy_archived_after"('-infinity', '', 200, 1000)`;
        await advance(6 * MINUTE_MS);
      });
      await moves.finish();
    });
    expect(isCreated).toBe(false);
    expect(await lie()).toEqual({ hot: 1, moved: 0, copies: 1, keys: 1 });
  });
});

describe('a mover that dies', () => {
  const STEPS = {
    copy: () => `SELECT "copied" FROM "copy_archived_after"('-infinity', '', 200, 1000)`,
    finish: () => 'SELECT "finish_archived_intents"(200)',
  };

  it.each([1, 2, 3] as const)('in transaction %s of a move leaves it to the next one', async (deadly) => {
    const [row] = await seedArchived(1);
    const die = async (text: string) => {
      await expect(
        service.database.$transaction(async (transaction) => {
          await transaction.$queryRawUnsafe(text);
          await transaction.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
        }),
      ).rejects.toThrow();
    };
    if (deadly === 1) await die(STEPS.copy());
    await moves.copy();
    expect(await lie()).toEqual({ hot: 1, moved: 0, copies: 1, keys: 1 });
    if (deadly === 2) await die(STEPS.finish());
    await moves.finish();
    await advance(5 * MINUTE_MS);
    if (deadly === 3) await die(STEPS.finish());
    await moves.finish();
    expect(await lie()).toEqual({ hot: 0, moved: 1, copies: 0, keys: 1 });
    expect((await service.context.intents.find(row?.id ?? ''))?.id).toBe(row?.id);
  });

  it('or a caller that dies between bringing an intent back and changing it leaves it archived', async () => {
    const [{ id } = { id: '' }] = await seedArchived(1);
    await moves.copy();
    await moves.finish();
    await advance(5 * MINUTE_MS);
    await moves.finish();
    await service.context.intents.bringBack(id);
    expect(await lie()).toEqual({ hot: 1, moved: 0, copies: 1, keys: 1 });
    expect((await service.context.intents.find(id))?.archivedAt).not.toBeNull();
    await advance(5 * MINUTE_MS);
    for (let n = 0; n < 3; n += 1) {
      await moves.finish();
      await moves.copy();
      await moves.finish();
      await advance(5 * MINUTE_MS);
    }
    expect(await lie()).toEqual({ hot: 0, moved: 1, copies: 0, keys: 1 });
  });
});

describe('a row that changes between copy and removal', () => {
  it('is copied again, and moves as it is then', async () => {
    const [{ id } = { id: '' }] = await seedArchived(1);
    await moves.copy();
    await moves.finish();
    await service.database.intent.update({ where: { id }, data: { refundedFen: 5n } });
    await advance(5 * MINUTE_MS);
    await moves.finish();
    expect(await lie()).toEqual({ hot: 1, moved: 0, copies: 0, keys: 0 });
    await moves.copy();
    await moves.finish();
    await advance(5 * MINUTE_MS);
    await moves.finish();
    expect(await lie()).toMatchObject({ hot: 0, moved: 1 });
    expect((await service.context.intents.find(id))?.refundedFen).toBe(5n);
  });
});

it('a row with work to do, or with a look-up, does not move', async () => {
  await seedArchived(1, () => ({ nextAttemptAt: clock.now() }));
  const [{ id } = { id: '' }] = await seedArchived(1, () => ({ idempotencyKey: 'key other' }));
  const lookup = { platform: 'PLATFORM_A', merchantOrderNo: 'x', step: 0 } as const;
  await service.database.orderLookup.create({
    data: { ...lookup, intentId: id, appId, dueAt: clock.now(), createdAt: clock.now() },
  });
  expect((await moves.copy()).copied).toBe(0);
  expect(await moves.waitingSeconds()).toBe(0);
});

it('a timeline of 1,001 events does not move, and the metric does not wait for it', async () => {
  const [long, short] = await seedArchived(2);
  const eventsOf = (intentId: string, count: number) =>
    service.database.$executeRaw`
      INSERT INTO "intent_events" ("intentId", "appId", "type", "at")
      SELECT ${intentId}, ${appId}, 'intent.attempt_failed', service_now() FROM generate_series(1, ${count}::int)`;
  await eventsOf(long?.id ?? '', 1001);
  await eventsOf(short?.id ?? '', 1000);
  await advance(MINUTE_MS);
  expect(await moves.waitingSeconds()).toBe(60);
  expect((await moves.copy()).copied).toBe(1);
  expect(await moves.waitingSeconds()).toBe(0);
  const copied = await service.database.archivedIntent.findMany({ select: { id: true } });
  expect(copied).toEqual([{ id: short?.id }]);
});

it('without a partition moves wait, the row works on, and a metric tells it', async () => {
  const { database } = service;
  const [{ id } = { id: '' }] = await seedArchived(1);
  const [{ name } = { name: '' }] = await database.$queryRaw<{ name: string }[]>`
    SELECT max(inhrelid::regclass::text) AS "name" FROM pg_inherits
    WHERE inhparent = '"archived_intents"'::regclass AND inhrelid::regclass::text LIKE '%' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMM')`;
  await database.$executeRawUnsafe(`DROP TABLE "${name}"`);
  await advance(MINUTE_MS);
  expect((await moves.copy()).copied).toBe(0);
  expect((await service.context.intents.find(id))?.id).toBe(id);
  expect(await moves.missingMonths()).toBe(1);
  await moves.prepareMonths(1);
  expect(await moves.missingMonths()).toBe(0);
  expect(await moves.waitingSeconds()).toBe(60);
  expect((await moves.copy()).copied).toBe(1);
});

it('makes one month in a statement, of however many are missing, so that each ends in its time', async () => {
  const { database } = service;
  const partitions = async () =>
    database.$queryRaw<{ name: string }[]>`SELECT inhrelid::regclass::text AS "name" FROM pg_inherits
      WHERE inhparent = '"archived_intents"'::regclass AND inhrelid::regclass::text LIKE '%\\_20%'`;
  for (const { name } of await partitions()) await database.$executeRawUnsafe(`DROP TABLE "${name}"`);
  const halfAYearAgo = clock.now().getTime() - 183 * 24 * 60 * MINUTE_MS;
  await seedArchived(1, () => ({
    id: `int_${halfAYearAgo.toString(16).padStart(12, '0')}70008000000000000001`,
  }));
  const made: number[] = [];
  const rows: typeof database.rows = async (text, values) => {
    const before = (await partitions()).length;
    const answer = await database.rows(text, values);
    made.push((await partitions()).length - before);
    return answer as never;
  };
  await archiveMoves({ rows }).prepareMonths(1);
  expect((await partitions()).length).toBeGreaterThanOrEqual(7);
  expect(Math.max(...made)).toBe(1);
});

it('the archive has each column of an intent, of the same type, and two of its own', async () => {
  const columns = (table: string) =>
    service.database.$queryRawUnsafe<{ name: string }[]>(
      `SELECT attname || ' ' || format_type(atttypid, atttypmod) AS "name" FROM pg_attribute
       WHERE attrelid = '"${table}"'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY 1`,
    );
  const own = [{ name: 'isMoved boolean' }, { name: 'timeline jsonb' }];
  const archived = await columns('archived_intents');
  expect(archived.filter(({ name }) => !own.some((each) => each.name === name))).toEqual(
    await columns('intents'),
  );
});
