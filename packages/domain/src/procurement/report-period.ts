import { DAY_MS } from '@procurement-intents/contract';
import { PROCUREMENT_LIMITS } from '@procurement-intents/contract/procurement';
import { ValidationError } from '../errors.ts';
import { spanOf } from '../lists/list-conditions.ts';

/** A period of time, both ends included. */
export interface Period {
  from: Date;
  to: Date;
}

/**
 * The period of a report. A day means the whole day of UTC. Without `to` it ends now; without `from` it has 30 days.
 *
 * @throws ValidationError when it is longer than 366 days, or its start is after its end.
 */
export function reportPeriod(
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Period {
  const to = query.to === undefined ? now : spanOf(query.to).to;
  const from =
    query.from === undefined
      ? new Date(to.getTime() - PROCUREMENT_LIMITS.reportDefaultDays * DAY_MS)
      : spanOf(query.from).from;
  if (from > to) throw new ValidationError([{ field: 'from', issue: { rule: 'range' } }]);
  const { reportDays: max } = PROCUREMENT_LIMITS;
  if (to.getTime() - from.getTime() > max * DAY_MS) {
    throw new ValidationError([{ field: 'from', issue: { rule: 'period', max } }]);
  }
  return { from, to };
}
