import type { Mutation } from './messages.ts';
import type { KitSetup } from './start-kit.ts';

/** A defence of the kit that is taken out. */
export interface KitMutant {
  /** As the README names the fault. */
  fault: string;
  /** The check that has to find it. */
  finder: string;
  mutation: Mutation;
  /** Shows the fault, and lets the whole kit keep its promise. */
  setup?: KitSetup;
}

/** An order takes longer than its `placeBefore` of a second, and is not paid in the last second. */
const SLOW: KitSetup = { habits: { stepMs: { begin: 300, fill: 400, pay: 900 } }, callTimeoutMs: 1_000 };
const LATE_FILL_MS = 1_400;

export const KIT_MUTANTS: readonly KitMutant[] = [
  {
    fault: 'the total is not compared with the cap',
    finder: 'money/cap',
    mutation: { file: 'placing/compare.ts', text: 'totalFen > maxTotalFen', by: 'false' },
  },
  {
    fault: 'the quantity is not compared',
    finder: 'stock/never-partly',
    mutation: { file: 'placing/compare.ts', text: 'line.quantity !== purchase.quantity', by: 'false' },
  },
  {
    fault: '`placeBefore` is ignored',
    finder: 'word/not-found-stays',
    mutation: {
      file: 'http/routes.ts',
      text: 'Math.min(placeTimeoutMs, (placeBefore ?? Infinity) * 1_000)',
      by: 'placeTimeoutMs',
    },
    setup: SLOW,
  },
  {
    fault: 'the time is not looked at before the payment',
    finder: 'word/not-found-stays',
    mutation: { file: 'placing/begun-order.ts', text: 'calls.time.require(ctx.callTimeoutMs);', by: '' },
    setup: SLOW,
  },
  {
    fault: 'other content of a known number is taken for the same',
    finder: 'once/other-content',
    mutation: {
      file: 'placing/place-order.ts',
      text: "if (found.contentHash !== contentHash) return { kind: 'reused' };",
      by: '',
    },
  },
  {
    fault: 'other content of a number under way is taken for the same',
    finder: 'once/contents-at-once',
    mutation: { file: 'placing/single-flight.ts', text: 'flight.content === content', by: 'true' },
  },
  {
    fault: 'each of equal orders says that it is new',
    finder: 'once/equal-posts',
    mutation: { file: 'placing/place-order.ts', text: 'isShared && result.kind', by: 'false && result.kind' },
  },
  {
    fault: 'two processes go on with a half-made order',
    finder: 'once/time-over',
    mutation: {
      file: 'placing/place-order.ts',
      text: 'underLock(ctx, merchantOrderNo, calls, (hold) => placeLocked(ctx, ordered, calls, hold))',
      by: 'placeLocked(ctx, ordered, calls, { confirm: async () => {} })',
    },
    setup: { habits: { lateFillMs: LATE_FILL_MS }, isShared: true },
  },
  {
    fault: 'a number is free while a call for it still runs in the shop',
    finder: 'once/time-over',
    mutation: { file: 'call-shop.ts', text: 'if (leftMs > 0) await delay(leftMs);', by: '' },
    setup: { habits: { lateFillMs: LATE_FILL_MS } },
  },
  {
    fault: 'calls of a process that died are not waited for',
    finder: 'faults/kill',
    mutation: { file: 'placing/begun-order.ts', text: 'if (waitMs <= 0) return found;', by: 'return found;' },
  },
  {
    fault: 'an order that may be charged is compared and refused again',
    finder: 'faults/kill-lower-total',
    mutation: {
      file: 'placing/half-made.ts',
      text: 'if (payingFen === undefined || payingFen === null) return null;',
      by: 'return null;',
    },
    setup: { habits: { storesTotal: true } },
  },
  {
    fault: 'a half-made order is shown by its number',
    finder: 'word/half-made-hidden',
    mutation: {
      file: 'placing/find-order.ts',
      text: 'if (findPayingFen(found) === null) return null;',
      by: "if (findPayingFen(found) === null) return { orderId: 'half', merchantOrderNo, status: 'ACCEPTED', amountPaidFen: 0, updatedAtMs: 0 };",
    },
    setup: { habits: { stepMs: { fill: 100 } } },
  },
  {
    fault: 'the fee of an order that is cancelled already is 0',
    finder: 'cancel/repeat',
    mutation: {
      file: 'placing/cancel-order.ts',
      text: 'ctx.openCancels.add(orderId);',
      by: "if (order.status === 'CANCELLED') return { kind: 'cancelled', feeFen: 0, refund: 'done' };",
    },
  },
  {
    fault: 'two processes cancel an order at once',
    finder: 'cancel/at-once',
    mutation: {
      file: 'placing/cancel-order.ts',
      text: 'underLock(ctx, order.merchantOrderNo, calls, () => cancelLocked(ctx, orderId, calls))',
      by: 'cancelLocked(ctx, orderId, calls)',
    },
    setup: { habits: { stepMs: { cancel: 300 } }, isShared: true },
  },
  {
    fault: 'the shop is asked to cancel what has left',
    finder: 'cancel/after-ship',
    mutation: { file: 'placing/cancel-order.ts', text: "SHIPPED: 'SHIPPED',", by: '' },
  },
];
