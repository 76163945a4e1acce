import { ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/postgres/database.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { expectSuccess } from '../support/expect-answer.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';
import { runLength } from './run-length.ts';

const EVENTS = runLength(1200, 100_000);
const AT_ONCE = 20;
const PATIENCE = { timeout: 10_000, interval: 20 };
const { path: INTENTS } = ROUTES.createIntent;

let service: TestService;
let other: Signer;
let long: string;

beforeAll(async () => {
  service = await startTestService();
  other = await service.addApp();
  long = await intentIn(service, 'DRAFT');
  await service.database.$executeRaw`
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "type", "at", "detail")
    SELECT ${long}, ${service.signer.appId}, 'DRAFT', n, 'intent.updated', now() + n * interval '1 ms', 'update ' || n FROM generate_series(1, ${EVENTS}::int) AS n`;
}, 60_000);
afterAll(() => service.stop());

const timelineOf = (id: string, signer = service.signer): Promise<Answer> =>
  service.call('GET', `${INTENTS}/${id}/events`, { signer });

/** Statements on events that wait for a lock now. */
const findWaiting = () => service.database.$queryRaw<unknown[]>`
  SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"intent_events"%'`;

it('shows the newest 1,000 events of a timeline, oldest first', async () => {
  const answer = await timelineOf(long);
  expectSuccess(answer, 'listIntentEvents');
  const items = answer.body.data.items as { at: string; detail: string }[];
  expect(items).toHaveLength(1000);
  expect(items.at(-1)?.detail).toBe(`update ${EVENTS}`);
  expect(items[0]?.detail).toBe(`update ${EVENTS - 999}`);
  const { at } = await service.database.intentEvent.findFirstOrThrow({
    where: { detail: `update ${EVENTS}` },
  });
  expect(items.at(-1)?.at).toBe(at.toISOString());
});

it('lets the timelines of one App hold up neither reads nor creates nor timelines of another one', async () => {
  const own = await service.call('POST', INTENTS, { signer: other, body: intentBody(service) });
  const id = own.body.data.id as string;
  const locker = openDatabase(service.databaseUrl, { poolSize: 1, log: createLogger('silent') });
  const release = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  // As if each timeline took very long to read, for as long as it takes to look around.
  const locking = locker.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE "intent_events" IN ACCESS EXCLUSIVE MODE`;
      isLocked.resolve();
      await release.promise;
    },
    { timeout: 30_000 },
  );
  await isLocked.promise;
  const reading = Array.from({ length: AT_ONCE }, () => timelineOf(long));
  const someWait = () =>
    vi.waitFor(async () => {
      const rows = await findWaiting();
      expect(rows.length).toBeGreaterThan(0);
      return rows;
    }, PATIENCE);
  async function lookAround() {
    await someWait();
    const asked = Array.from({ length: AT_ONCE }, () =>
      service.call('GET', `${INTENTS}/${id}`, { signer: other }),
    );
    return { reads: await Promise.all(asked), waiting: await someWait() };
  }
  const { reads, waiting } = await lookAround().finally(release.resolve);
  await locking;
  await locker.$disconnect();
  expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
  expect(waiting).toHaveLength(1);
  // On a busy machine the look around takes longer than a statement waits for a lock.
  for (const { status } of await Promise.all(reading)) expect([200, 503]).toContain(status);
  expectSuccess(await timelineOf(id, other), 'listIntentEvents');
}, 60_000);
