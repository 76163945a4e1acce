import {
  decidePurchase,
  type Evidence,
  finalUrlOf,
  isOfBlockedSupplier,
  isQuestion,
} from '@procurement-intents/domain';
import type { PlatformOrder } from '../platforms/platform.ts';
import { applyDecision } from './apply-decision.ts';
import { gatherEvidence, writeShownOrder } from './gather-evidence.ts';
import { type Attempt, boundsOf, type ProcessingContext } from './processing-context.ts';

/**
 * Makes one attempt: claims the intent, gathers evidence until the rules decide, and applies the decision. The queue
 * delivers a job at least once, so every step is safe to repeat.
 */
export async function processIntent(
  context: ProcessingContext,
  intentId: string,
  signal: AbortSignal,
): Promise<void> {
  // The claim fences off earlier attempts: from here on only this one can write.
  const row = await context.purchases.claim(intentId, context.clock.now());
  if (!row) return;
  const attempt: Attempt = { context, row, signal };
  let evidence: Evidence<PlatformOrder> = {};
  for (;;) {
    const product = { productUrl: attempt.row.productUrl, finalUrl: finalUrlOf(evidence.page) };
    const purchase = {
      intent: attempt.row,
      evidence,
      now: context.clock.now(),
      bounds: boundsOf(context),
      isSupplierBlocked: isOfBlockedSupplier(product, context.isSupplierBlocked),
    };
    const step = decidePurchase(purchase);
    if (!(await writeShownOrder(attempt, purchase, step))) return;
    if (!isQuestion(step)) return applyDecision(attempt, step, evidence.cancelled);
    const answer = await gatherEvidence(attempt, step);
    if (answer === null) return;
    evidence = { ...evidence, ...answer };
  }
}
