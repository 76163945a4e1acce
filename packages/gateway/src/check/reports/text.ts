import { yuan } from '../budget.ts';
import { verdictOf } from '../check-gateway.ts';
import type { CheckReport } from '../check-gateway.ts';
import { describeExchange } from '../exchange.ts';
import type { CheckResult } from '../settings.ts';

const LABELS: Record<CheckResult['outcome'], string> = {
  kept: 'ok  ',
  broken: 'FAIL',
  'not-checked': 'skip',
};

/** A line for a check, and under a broken one what was promised, what happened and what mends it. */
export function printResult({
  id,
  outcome,
  message,
  promise,
  mend,
  exchanges = [],
  durationMs,
}: CheckResult): string {
  const time = `(${(durationMs / 1000).toFixed(1)} s)`;
  if (outcome === 'kept') return `${LABELS.kept}  ${id} ${time}`;
  if (outcome === 'not-checked') return `${LABELS[outcome]}  ${id}: ${message ?? ''}`;
  return [
    `${LABELS.broken}  ${id} ${time}`,
    `      promise  ${promise}`,
    `      broken   ${message ?? ''}`,
    ...exchanges.flatMap((exchange) => describeExchange(exchange).map((line) => `      | ${line}`)),
    `      mend     ${mend ?? ''}`,
  ].join('\n');
}

/** The last lines of a run. */
export function printSummary(report: CheckReport): string {
  const count = (outcome: CheckResult['outcome']) =>
    report.results.filter((result) => result.outcome === outcome).length;
  const counts = `${count('kept')} kept, ${count('broken')} broken, ${count('not-checked')} not checked`;
  const money = `It has cost ${yuan(report.costFen)} yuan; at most ${yuan(report.peakFen)} were spent at once.`;
  const isIncomplete = verdictOf(report) === 'incomplete';
  return `${counts}. ${money}${isIncomplete ? ' Not everything was checked.' : ''}`;
}
