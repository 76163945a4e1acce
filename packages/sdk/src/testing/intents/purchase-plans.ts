import { FAILURE_CODES, type FailureCode } from '@procurement-intents/contract';
import type { OrderDetails, ProductFinding } from '@procurement-intents/domain';
import { checkNames } from '../check-names.ts';
import type { Completion, Failing, Holding, PurchaseMatch, Purchases } from '../types.ts';

/** The planned outcome of a purchase. */
export type Plan =
  | ({ end: 'complete' } & Completion)
  | ({ end: 'fail'; code: FailureCode } & Failing)
  | ({ end: 'hold' } & Holding);

interface Rule<T> {
  match: PurchaseMatch;
  /** When the rule was made: none of its steps happens earlier. */
  since: Date;
  plan: T;
}

const MATCHED: Record<keyof PurchaseMatch, true> = { productUrl: true, title: true, userId: true };
const checkMatch = (match: PurchaseMatch): void =>
  checkNames('part of a match', Object.keys(match), Object.keys(MATCHED));

type Matchable = Record<keyof PurchaseMatch, string>;
/** A purchase, and its order when there is one. */
type Planned = Matchable & { orderId: string | null };

const BLOCKED: Plan = { end: 'fail', code: 'SUPPLIER_BLOCKED' };

function fits(match: PurchaseMatch, intent: Matchable): boolean {
  return (Object.keys(match) as (keyof PurchaseMatch)[]).every((part) => {
    const wanted = match[part];
    if (wanted === undefined) return true;
    // `search` ignores a `lastIndex` left by an earlier match.
    return typeof wanted === 'string' ? wanted === intent[part] : intent[part].search(wanted) >= 0;
  });
}

/** The order of a purchase that fails, as the simulated shop leaves it; null where the failure comes before there is one. */
export const FAILED_ORDERS: Record<FailureCode, OrderDetails['status'] | null> = {
  PRODUCT_NOT_FOUND: null,
  OUT_OF_STOCK: 'REJECTED',
  PRICE_CHANGED: null,
  ADDRESS_UNDELIVERABLE: 'REJECTED',
  SUPPLIER_BLOCKED: null,
  PLATFORM_REJECTED: 'REJECTED',
  PLATFORM_UNAVAILABLE: null,
  PROCESSING_TIMEOUT: 'CANCELLED',
};

function checkFailing(code: FailureCode, { afterMs = 0, cancellationFee = 0, lateOrder }: Failing): void {
  checkNames('failure code', [code], FAILURE_CODES);
  if (cancellationFee > 0 && FAILED_ORDERS[code] !== 'CANCELLED') {
    throw new RangeError(`${code} cancels no order, so it has no cancellationFee; PROCESSING_TIMEOUT does`);
  }
  if (lateOrder && (FAILED_ORDERS[code] !== null || afterMs > 0)) {
    throw new RangeError(
      'a lateOrder appears only where no order was known: not with afterMs, nor with ' + code,
    );
  }
}

export type PurchasePlans = ReturnType<typeof createPurchasePlans>;

/** @param isSupplierBlocked - whether nothing may be bought at a product's address, whatever is planned. */
export function createPurchasePlans(now: () => Date, isSupplierBlocked: (productUrl: string) => boolean) {
  const plans: Rule<Plan>[] = [];
  const hidden: PurchaseMatch[] = [];
  const add = (match: PurchaseMatch, plan: Plan) => {
    checkMatch(match);
    plans.unshift({ match, since: now(), plan });
  };
  const purchases: Purchases = {
    complete: (match, how = {}) => add(match, { end: 'complete', ...how }),
    fail(match, code, how = {}) {
      checkFailing(code, how);
      add(match, { end: 'fail', code, ...how });
    },
    hold: (match, how = {}) => add(match, { end: 'hold', ...how }),
    hidePage(match) {
      checkMatch(match);
      hidden.push(match);
    },
  };
  return {
    purchases,
    isSupplierBlocked,
    planFor(intent: Planned): Omit<Rule<Plan>, 'match'> {
      if (intent.orderId === null && isSupplierBlocked(intent.productUrl))
        return { since: new Date(0), plan: BLOCKED };
      const rule = plans.find(({ match }) => fits(match, intent));
      return rule ?? { since: new Date(0), plan: { end: 'complete' } };
    },
    /** What is found at the address of the product. */
    findingOf: (intent: Matchable): ProductFinding =>
      hidden.some((match) => fits(match, intent)) ? 'productPage' : 'accepted',
    reset() {
      plans.length = 0;
      hidden.length = 0;
    },
  };
}
