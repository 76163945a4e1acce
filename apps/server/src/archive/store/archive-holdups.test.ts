import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startArchiving } from '../start-archiving.ts';
import { archiveMoves } from './archive-moves.ts';
import { createPersonStore } from '../../intents/store/person-store.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import { newUuid } from '../../new-uuid.ts';
import { seedIntents } from '../../../test/support/seed-intents.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let service: TestService;
let appId: string;
let moves: ReturnType<typeof archiveMoves>;
beforeAll(async () => {
  service = await startTestService();
  moves = archiveMoves(service.database);
  await moves.prepareMonths(1);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database
    .$executeRaw`TRUNCATE "intents", "archived_intents", "archived_keys", "intent_counts", "order_lookups"`;
  ({ appId } = await service.addApp());
});

const seedArchived = (count: number, over: Partial<IntentRow> = {}) => {
  const at = new Date();
  return seedIntents(service, count, () => ({
    appId,
    status: 'CANCELLED',
    cancelledAt: at,
    archivedAt: at,
    ...over,
  }));
};

/** Makes all intents of now wait for looks at their orders, as every end without one does. */
const oweLooks = () =>
  service.database.$executeRaw`
    INSERT INTO "order_lookups" ("intentId", "appId", "platform", "merchantOrderNo", "step", "dueAt", "createdAt")
    SELECT "id", "appId", "platform", "id", 1, service_now() + interval '1 hour', service_now()
    FROM "intents"`;

// A host whose clock is wrong serves as before, by the clock of the database, and makes such ids.
it('an intent whose id is of a month without a partition holds up no other one', async () => {
  const at = new Date(Date.now() + 100 * DAY_MS).getTime().toString(16).padStart(12, '0');
  await seedArchived(1, { id: `int_${at}${newUuid().slice(12)}`, archivedAt: new Date(0) });
  await seedArchived(1, { id: 'int_of_another_form', archivedAt: new Date(0) });
  const [{ id } = { id: '' }] = await seedArchived(1);
  expect((await moves.copy()).copied).toBe(1);
  expect(await service.database.archivedIntent.findMany({ select: { id: true } })).toEqual([{ id }]);
  expect(await moves.waitingSeconds()).toBe(0);
});

it('rows that cannot move are looked at a thousand a step, and those behind them have their turn', async () => {
  await seedArchived(2500, { archivedAt: new Date(Date.now() - DAY_MS) });
  await oweLooks();
  const [{ id } = { id: '' }] = await seedArchived(1, { archivedAt: new Date(Date.now() - 60 * MINUTE_MS) });
  const steps: number[] = [];
  let place = null;
  do {
    const { copied, next } = await moves.copy(place);
    steps.push(copied);
    place = next;
  } while (place !== null);
  expect(steps).toEqual([0, 0, 1]);
  expect(await service.database.archivedIntent.findMany({ select: { id: true } })).toEqual([{ id }]);
});

it('the release before copies the same rows, also behind a thousand that cannot move', async () => {
  await seedArchived(1200, { archivedAt: new Date(Date.now() - DAY_MS) });
  await oweLooks();
  const [{ id } = { id: '' }] = await seedArchived(1);
  const [row] = await service.database.$queryRaw<{ n: number }[]>`SELECT "copy_archived_intents"(200) AS "n"`;
  expect(row?.n).toBe(1);
  expect(await service.database.archivedIntent.findMany({ select: { id: true } })).toEqual([{ id }]);
});

it('the metric tells of movers that do not work beside rows that cannot move', async () => {
  await seedArchived(1500, { archivedAt: new Date(Date.now() - DAY_MS) });
  await oweLooks();
  await seedArchived(1, { archivedAt: new Date(Date.now() - 60 * MINUTE_MS) });
  expect(Math.round((await moves.waitingSeconds()) / 60)).toBe(60);
});

it('copies that fail hold up no row that was copied before', async () => {
  const finish = vi.fn<() => Promise<number>>(() => Promise.resolve(0));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = startArchiving({
    moves: { ...moves, copy: () => Promise.reject(new Error('too slow')), finish },
    byAge: { archiveDue: () => Promise.resolve(0) },
    log: { error: () => undefined } as never,
  });
  await vi.advanceTimersByTimeAsync(11_000);
  await stop();
  expect(finish.mock.calls.length).toBeGreaterThan(1);
});

it('a person is redacted also where an intent is brought back in this moment', async () => {
  const [row] = await seedArchived(1, { userId: 'forgotten' });
  const id = row?.id ?? '';
  await moves.copy();
  await moves.finish();
  await service.database.$executeRaw`UPDATE "intents" SET "copiedAt" = service_now() - interval '6 minutes'`;
  await moves.finish();
  expect(await service.database.intent.count()).toBe(0);
  const store = createPersonStore(service.database);
  let marking: Promise<unknown> = Promise.resolve();
  await service.database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT "bring_back_intent"(${id})`;
    marking = store.mark({ appId, userId: 'forgotten' }, { createdAt: new Date('9999-01-01'), id: '' }, null);
    await vi.waitFor(async () => {
      const [waiting] = await service.database.$queryRaw<{ n: number }[]>`
        SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(waiting?.n).toBe(1);
    });
  });
  await marking;
  const [found] = await service.database.intent.findMany({ where: { id } });
  expect(found?.redactRequestedAt).not.toBeNull();
});
