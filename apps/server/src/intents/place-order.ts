import type { RunRow } from './claim-intents.ts';
import { platformOf } from './intents-context.ts';
import type { Run } from './processing-context.ts';
import { fenceOf, isPastPatience } from './processing-context.ts';
import type { IntentPatch } from './repository.ts';
import { failPurchase, failureOf, giveUp, recordOrder, tryLater } from './settle-purchase.ts';

/**
 * Sends the order under the intent's token, at most at the intent's price. Until `placingUntil` it may still appear,
 * whatever was answered: a gateway's 5xx can be a proxy's, with the shop behind it still at work. Nothing final is
 * decided before then; only the platform's own yes or no ends the wait.
 */
export async function placeOrder(run: Run, unitPriceFen: number): Promise<void> {
  const { context, row, signal } = run;
  const merchantOrderNo = row.placementToken;
  if (merchantOrderNo === null) throw new Error('the intent has no placement token');
  const placingUntil = new Date(context.clock.now().getTime() + context.orderTimeoutMs + context.inFlightMs);
  // Committed before the call: whoever looks next knows that an order may be out. Lost to a cancellation or to a
  // newer run, nothing is sent; the intent is due again by their hand.
  if (!(await context.intents.beginPlacing(fenceOf(row), placingUntil))) return;
  // A process that slept in between could send when another run has already found nothing and decided. Half of the time
  // in flight is left to an order that is sent at the last moment.
  const reserveMs = context.inFlightMs / 2;
  const leftMs = (): number => placingUntil.getTime() - context.clock.now().getTime();
  if (signal.aborted || leftMs() < context.orderTimeoutMs + reserveMs) {
    return tryLater(run, 'ordering: TOO_LATE', { patch: nothingSent(row), isOurDelay: true });
  }
  const maySend = (): boolean => leftMs() >= reserveMs;
  const isLastTry = isPastPatience(run);
  const result = await platformOf(context, row.platform).placeOrder(
    {
      merchantOrderNo,
      productUrl: row.productUrl,
      quantity: row.quantity,
      unitPriceFen,
      maxTotalFen: Number(row.totalFen),
      placeBeforeSeconds: Math.max(1, Math.ceil(context.orderTimeoutMs / 1000)),
      recipient: { name: row.recipientName, address: row.address, phone: row.phone },
      ...(row.remarks !== null && { remarks: row.remarks }),
    },
    { timeoutMs: context.orderTimeoutMs, signal, isLastTry, maySend },
  );
  if (result.ok) return recordOrder(run, result.order);
  if (result.kind === 'refused') {
    // The platform's no to this call: whatever may still appear is an earlier one's.
    return failPurchase(run, failureOf(result.reason), nothingSent(row));
  }
  const { reason, retryAfterMs } = result;
  if (isLastTry && isTurnedAway(reason)) return giveUp(run, nothingSent(row));
  const isOurDelay = reason === 'TOO_LATE';
  return tryLater(run, `ordering: ${reason}`, { retryAfterMs, patch: afterUnclear(run, reason), isOurDelay });
}

function nothingSent({ placingUntil, resendAt }: RunRow): IntentPatch {
  return { placingUntil, resendAt };
}

/** Refused at the shop's door, or not even sent there because of what it did before: this order went nowhere. */
function isTurnedAway(reason: string): boolean {
  return reason === 'RATE_LIMITED' || reason === 'CIRCUIT_OPEN';
}

function afterUnclear({ context, row }: Run, reason: string): IntentPatch {
  if (isTurnedAway(reason) || reason === 'TOO_LATE') return nothingSent(row);
  // The connection has ended, so the token may be sent again after a look-up; what the first one did stays open.
  return reason.startsWith('HTTP_') ? { resendAt: context.clock.now() } : {};
}
