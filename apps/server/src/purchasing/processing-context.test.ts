import type { PurchaseBounds } from '@procurement-intents/domain';
import { expectTypeOf, it } from 'vitest';
import type { InFlightMark } from './store/mark-in-flight.ts';
import type { ProcessingContext } from './processing-context.ts';

it('holds the margin of an order under a name that neither the rules nor the promise to order read', () => {
  expectTypeOf<ProcessingContext>().not.toExtend<Pick<PurchaseBounds, 'inFlightMs' | 'retryBudgetMs'>>();
  expectTypeOf<ProcessingContext>().not.toExtend<Pick<InFlightMark, 'inFlightMs'>>();
});
