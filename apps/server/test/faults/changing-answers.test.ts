import { afterAll, beforeAll, expect, it } from 'vitest';
import { isTransient } from '../../src/postgres/database-errors.ts';
import { processIntent } from '../../src/purchasing/process-intent.worker.ts';
import type { ProcessingContext } from '../../src/purchasing/processing-context.ts';
import { reconcileOrder } from '../../src/purchasing/reconcile-order.worker.ts';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import type { IntentRow } from '../../src/intent-rows/intent-row.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { storedEvents } from '../support/stored-intent.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { seededRandom } from './seeded-random.ts';
import { createVirtualShop, LATEST_CANCEL_MS } from './virtual-shop.ts';

// Pages and answers that change between every two steps of a purchase.
const WORLDS = process.env['TEST_LONG'] === '1' ? 20 : 1;
// Of 200, some two are cancelled after they were bought, and now and then none.
const INTENTS = 500;
/** Far more virtual time than any of these purchases takes. */
const MAX_TICKS = 2000;
/** A hidden order is back within this time of its purchase, or after it. */
const HIDDEN_MS = [15_000, 90_000] as const;
const ENDS = ['COMPLETED', 'FAILED', 'CANCELLED'];

const clock = createFakeClock();
let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    clock,
    retryBudgetMs: 20_000,
    orderTimeoutMs: 2000,
    lateMarginMs: 3000,
    confirmTimeoutMs: 40_000,
  });
});
afterAll(() => service.stop());

it.each(Array.from({ length: WORLDS }, (_, index) => index + 1))(
  `never ends with a live order and never orders twice, in world %i of ${INTENTS} purchases`,
  { timeout: 120_000 },
  async (seed) => {
    const random = seededRandom(seed);
    const shop = createVirtualShop(clock, random, `V${seed}-`);
    const context: ProcessingContext = {
      ...service.context,
      platforms: new Map([['PLATFORM_A', shop.platform]]),
    };
    const { appId } = service.signer;
    const now = clock.now();
    const rows = await seedIntents(service, INTENTS, () => ({
      appId,
      status: 'SUBMITTED',
      createdAt: now,
      submittedAt: now,
      nextAttemptAt: now,
    }));
    const ids = rows.map(({ id }) => id);
    const seen = new Map(ids.map((id) => [id, 'SUBMITTED']));
    const wrong: unknown[] = [];
    const lost = new Set<string>();

    for (let tick = 0; tick < MAX_TICKS; tick += 1) {
      const open = await openOf(ids);
      if (open.length === 0) break;
      const ranOnce = new Set<string>();
      clock.advance(Math.max(1, nextTurn(open) - clock.now().getTime()));
      await service.syncClock();
      await Promise.all(
        open
          .filter(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= clock.now())
          .map(async ({ id, version, status }) => {
            if (status === 'PROCESSING' && random() < 0.03)
              await unlessUnavailable(service.context.intents.requestCancel(id, version, clock.now()));
            // Now and then the same job runs twice.
            const runs = random() < 0.1 ? 2 : 1;
            if (runs === 1) ranOnce.add(id);
            await Promise.all(
              Array.from({ length: runs }, () =>
                unlessUnavailable(processIntent(context, id, new AbortController().signal)),
              ),
            );
          }),
      );
      const rows = await rowsOf(ids);
      for (const { id, status, orderId, failureCode } of rows) {
        if (seen.get(id) === status) continue;
        seen.set(id, status);
        const live = shop.liveOrdersOf(id);
        // An order that the shop has shown and hides since is waited for as long as for one that nobody confirms.
        const isLost = failureCode === 'PROCESSING_TIMEOUT' && shop.isHidden(id);
        if (isLost && live.length > 0) lost.add(id);
        else if ((status === 'FAILED' || status === 'CANCELLED') && live.length > 0)
          wrong.push({ id, status, failureCode, orderId, live });
      }
      // What only an attempt has seen that another one has overtaken, nobody knows.
      for (const { id, cancelSentOrderId } of rows) {
        if (!ranOnce.has(id) || !shop.wasShown(id)) continue;
        if (random() < (cancelSentOrderId === null ? 0.15 : 0.6))
          shop.hide(id, HIDDEN_MS[random() < 0.5 ? 0 : 1]);
      }
      shop.forgetShown();
    }

    expect(wrong).toEqual([]);
    expect(lost.size).toBeGreaterThan(0);
    const ended = await rowsOf(ids);
    for (const { id, status } of ended) {
      expect(ENDS, id).toContain(status);
      expect(shop.ordersOf(id).length, id).toBeLessThanOrEqual(1);
    }
    for (const { id, orderId } of ended.filter(({ status }) => status === 'COMPLETED'))
      expect(shop.ordersOf(id), id).toMatchObject([{ orderId }]);
    await finishLookups(context, ids);
    for (const { id } of (await rowsOf(ids)).filter(({ status }) => status !== 'COMPLETED')) {
      if (shop.liveOrdersOf(id).length === 0) continue;
      // Confirmed while it was hidden, so it is not taken back.
      expect(lost, id).toContain(id);
      const types = (await storedEvents(service.database, id)).map(({ type }) => type);
      expect(types, id).toContain('order.late_stands');
    }
    clock.advance(LATEST_CANCEL_MS);
    await expectCancellationsTold(context, shop, ids);
  },
);

/** A job that fails because the database is away for a moment is run again, as its intent is still due. */
async function unlessUnavailable(job: Promise<unknown>): Promise<void> {
  await job.catch((error: unknown) => {
    if (!isTransient(error)) throw error;
  });
}

type VirtualShop = ReturnType<typeof createVirtualShop>;
type Seen = Pick<
  IntentRow,
  'id' | 'status' | 'version' | 'nextAttemptAt' | 'orderId' | 'cancelSentOrderId' | 'failureCode'
>;
const rowsOf = (ids: string[]): Promise<Seen[]> =>
  service.database.intent.findMany({ where: { id: { in: ids } } });
const openOf = async (ids: string[]): Promise<Seen[]> =>
  (await rowsOf(ids)).filter(({ status }) => !ENDS.includes(status));
const nextTurn = (open: Seen[]): number =>
  Math.min(...open.map(({ nextAttemptAt }) => nextAttemptAt?.getTime() ?? Infinity).filter(Number.isFinite));

async function finishLookups(context: ProcessingContext, ids: string[]): Promise<void> {
  for (;;) {
    const owed = await service.database.orderLookup.findMany({ where: { intentId: { in: ids } } });
    if (owed.length === 0) return;
    const dueMs = Math.min(...owed.map(({ dueAt }) => dueAt.getTime()));
    clock.advance(Math.max(1, dueMs - clock.now().getTime()));
    await service.syncClock();
    const due = owed.filter(({ dueAt }) => dueAt <= clock.now());
    await Promise.all(
      due.map(({ intentId }) =>
        unlessUnavailable(reconcileOrder(context, intentId, new AbortController().signal)),
      ),
    );
  }
}

const MAX_ROUNDS = 100;

/** Tracks the completed intents whose order was cancelled for them after all, and expects that each tells so, with the fee. */
async function expectCancellationsTold(context: ProcessingContext, shop: VirtualShop, ids: string[]) {
  const cancelledLate = async () =>
    (await service.database.intent.findMany({ where: { id: { in: ids }, status: 'COMPLETED' } })).flatMap(
      (row) =>
        shop.ordersOf(row.id).flatMap((order) => (order.status === 'CANCELLED' ? [{ row, order }] : [])),
    );
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const open = (await cancelledLate()).filter(({ row }) => row.cancellationFeeFen === null);
    if (open.length === 0) break;
    await Promise.all(
      open.map(({ row }) => unlessUnavailable(trackIntent(context, row.id, new AbortController().signal))),
    );
  }
  const late = await cancelledLate();
  expect(late).not.toEqual([]);
  for (const { row, order } of late) {
    expect(row, row.id).toMatchObject({
      orderStatus: 'CANCELLED',
      cancellationFeeFen: BigInt(order.feeFen ?? 0),
      cancelSentOrderId: null,
    });
    const types = (await storedEvents(service.database, row.id)).map(({ type }) => type);
    expect(types, row.id).toContain('order.late_cancelled');
    expect(types, row.id).not.toContain('order.cancelled_by_shop');
  }
}
