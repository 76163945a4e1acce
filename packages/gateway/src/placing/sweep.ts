import type { ShopAdapter } from '../adapter.ts';
import { describeError } from '../log.ts';
import type { Log } from '../log.ts';
import type { ShopCalls } from '../call-shop.ts';
import type { Metrics } from '../metrics.ts';
import { cancelOrder } from './cancel-order.ts';
import type { Cancelling } from './cancel-order.ts';
import { findPayingFen, requireTouchedAtMs } from './half-made.ts';
import { underLock } from './under-lock.ts';

export interface Sweeping<Begun> extends Cancelling {
  adapter: ShopAdapter<Begun>;
  sweepAfterMs: number;
  log: Log;
  metrics: Metrics;
}

/** Removes orders that were begun and left, and finishes cancellations that broke off. Errors are logged. */
export async function sweep<Begun>(ctx: Sweeping<Begun>, startCalls: () => ShopCalls): Promise<void> {
  await attempt(ctx, 'sweep of half-made orders failed', () => sweepAbandoned(ctx, startCalls));
  for (const orderId of ctx.openCancels) {
    await attempt(ctx, 'cancellation could not be finished', () => finishCancel(ctx, orderId, startCalls()));
  }
}

async function attempt<Begun>(
  { log }: Sweeping<Begun>,
  event: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log({ level: 'error', event, error: describeError(error, null) });
  }
}

async function sweepAbandoned<Begun>(ctx: Sweeping<Begun>, startCalls: () => ShopCalls): Promise<void> {
  const { adapter, sweepAfterMs } = ctx;
  if (!adapter.abandoned || !adapter.discard) return;
  const untouchedSinceMs = Date.now() - sweepAfterMs;
  const abandoned = await startCalls().read('abandoned', async (call) =>
    adapter.abandoned?.(untouchedSinceMs, call),
  );
  for (const { merchantOrderNo } of abandoned ?? []) {
    await attempt(ctx, 'half-made order could not be removed', () =>
      discard(ctx, merchantOrderNo, startCalls()),
    );
  }
}

// Looks again under the lock: a POST may have gone on with it since it was listed.
async function discard<Begun>(
  ctx: Sweeping<Begun>,
  merchantOrderNo: string,
  calls: ShopCalls,
): Promise<void> {
  const { adapter, sweepAfterMs } = ctx;
  await underLock(ctx, merchantOrderNo, calls, async (hold) => {
    const found = await calls.read('find', (call) => adapter.find(merchantOrderNo, call));
    if (!found || 'order' in found || requireTouchedAtMs(found) > Date.now() - sweepAfterMs) return;
    if (findPayingFen(found) !== null) return; // It may be charged.
    await hold.confirm();
    await calls.write('discard', async (call) => adapter.discard?.(found.begun, call));
    ctx.metrics.count('gateway_swept_orders_total', {});
    ctx.log({ level: 'info', event: 'half-made order removed', merchantOrderNo });
  });
}

// Only the refund is finished: an order that is not cancelled was not cancelled, and its buyer may have been told so.
async function finishCancel<Begun>(ctx: Sweeping<Begun>, orderId: string, calls: ShopCalls): Promise<void> {
  const order = await calls.read('get', (call) => ctx.adapter.get(orderId, call));
  if (order?.status === 'CANCELLED') await cancelOrder(ctx, orderId, calls);
  else ctx.openCancels.delete(orderId);
}
