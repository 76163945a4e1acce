import type { IntentStatus } from '@procurement-intents/contract/lifecycle';
import type { AnswerOf } from '../../platform/http.ts';

export type Report = AnswerOf<'getProcessingReport'>;

/** Days that the charts show. Each is one report of the service. */
const DAYS = 14;
const DAY_MS = 86_400_000;

/** The last days of UTC, the oldest first, as `2026-11-21`. */
export const lastDays = (now: number, count = DAYS): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );

const countOf = ({ outcomes }: Pick<Report, 'outcomes'>, status: IntentStatus): number =>
  outcomes.filter((each) => each.status === status).reduce((sum, { count }) => sum + count, 0);

/** The share of COMPLETED among those that completed or failed; undefined: there are none. Who cancels did not fail. */
export function successRate(report: Pick<Report, 'outcomes'>): number | undefined {
  const completed = countOf(report, 'COMPLETED');
  const ended = completed + countOf(report, 'FAILED');
  return ended === 0 ? undefined : completed / ended;
}

/** How many intents stand at each of these statuses. */
export const countsOf = <S extends IntentStatus>(
  report: Pick<Report, 'outcomes'>,
  statuses: readonly S[],
): [S, number][] => statuses.map((status) => [status, countOf(report, status)]);

/** Why intents failed, the most frequent first. */
export const failuresOf = ({ outcomes }: Pick<Report, 'outcomes'>) =>
  outcomes
    .flatMap(({ failureCode, count }) => (failureCode === undefined ? [] : [{ failureCode, count }]))
    .toSorted((a, b) => b.count - a.count);
