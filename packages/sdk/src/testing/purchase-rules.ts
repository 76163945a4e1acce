import type { FailureCode } from '@procurement-intents/contract';
import type { Completion, Holding, PurchaseMatch, Purchases } from './types.ts';

/** The planned outcome of a purchase. */
export type Plan =
  | ({ end: 'complete' } & Completion)
  | { end: 'fail'; code: FailureCode; afterMs?: number }
  | ({ end: 'hold' } & Holding);

interface Rule<T> {
  match: PurchaseMatch;
  /** When the rule was made: none of its steps happens earlier. */
  since: Date;
  plan: T;
}

type Matchable = Record<keyof PurchaseMatch, string>;

function fits(match: PurchaseMatch, intent: Matchable): boolean {
  return (Object.keys(match) as (keyof PurchaseMatch)[]).every((part) => {
    const wanted = match[part];
    if (wanted === undefined) return true;
    // `search` ignores a `lastIndex` left by an earlier match.
    return typeof wanted === 'string' ? wanted === intent[part] : intent[part].search(wanted) >= 0;
  });
}

export type PurchaseRules = ReturnType<typeof createPurchaseRules>;

export function createPurchaseRules(now: () => Date) {
  const plans: Rule<Plan>[] = [];
  const hidden: PurchaseMatch[] = [];
  const add = (match: PurchaseMatch, plan: Plan) => void plans.unshift({ match, since: now(), plan });
  const purchases: Purchases = {
    complete: (match, how = {}) => add(match, { end: 'complete', ...how }),
    fail: (match, code, how = {}) => add(match, { end: 'fail', code, ...how }),
    hold: (match, how = {}) => add(match, { end: 'hold', ...how }),
    hidePage: (match) => void hidden.push(match),
  };
  return {
    purchases,
    planFor(intent: Matchable): Omit<Rule<Plan>, 'match'> {
      const rule = plans.find(({ match }) => fits(match, intent));
      return rule ?? { since: new Date(0), plan: { end: 'complete' } };
    },
    hasPage: (intent: Matchable): boolean => !hidden.some((match) => fits(match, intent)),
    reset() {
      plans.length = 0;
      hidden.length = 0;
    },
  };
}
