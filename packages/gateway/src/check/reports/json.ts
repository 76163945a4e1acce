import { yuan } from '../budget.ts';
import { verdictOf } from '../check-gateway.ts';
import type { CheckReport } from '../check-gateway.ts';

/** The report for programs. */
export function printJson(report: CheckReport): string {
  const { url, results, costFen, peakFen, durationMs } = report;
  return JSON.stringify(
    {
      url,
      verdict: verdictOf(report),
      cost: yuan(costFen),
      mostSpentAtOnce: yuan(peakFen),
      durationMs: Math.round(durationMs),
      results: results.map((result) => ({ ...result, durationMs: Math.round(result.durationMs) })),
    },
    null,
    2,
  );
}
