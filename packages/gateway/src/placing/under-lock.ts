import { ComeBack } from '../adapter.ts';
import type { ShopCalls } from '../call-shop.ts';
import type { Hold, Lock } from '../locks/lock.ts';
import type { Bulkhead } from './bulkhead.ts';
import type { QuietOrders } from './quiet-orders.ts';

export interface LockedWork {
  bulkhead: Bulkhead;
  lock: Lock;
  quietOrders: QuietOrders;
  /** Places and locks that are not free yet. */
  releases: Set<Promise<void>>;
}

/**
 * Runs work on the orders of a number while nobody else does, in any process. Place and lock are freed only when no call of
 * the work can still run in the shop, which may be after its answer.
 *
 * @throws ComeBack when place or lock are not free in time.
 */
export async function underLock<T>(
  { bulkhead, lock, quietOrders, releases }: LockedWork,
  merchantOrderNo: string,
  calls: ShopCalls,
  work: (hold: Hold) => Promise<T>,
): Promise<T> {
  const leave = await bulkhead.acquire(calls.time);
  let hold: Hold | null = null;
  try {
    hold = await lock.acquire(merchantOrderNo, Math.max(0, calls.time.leftMs));
  } catch (error) {
    leave();
    throw error;
  }
  if (!hold) {
    leave();
    throw new ComeBack(1_000, 'the number is in use');
  }
  const held = hold;
  try {
    return await work(held);
  } finally {
    const release = calls
      .quiet()
      .then(() => {
        // Before its first write, a request has waited out what others had under way. One that could not wait knows nothing.
        if (calls.hasWritten) quietOrders.add(merchantOrderNo);
        return held.release();
      })
      .catch(() => {}) // A lock that cannot be freed ends with its session.
      .finally(() => {
        leave();
        releases.delete(release);
      });
    releases.add(release);
  }
}
