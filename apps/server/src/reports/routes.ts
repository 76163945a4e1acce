import type { bearerContract } from '@procurement-intents/contract/bearer';
import {
  CSV_TYPE,
  prefersCsv,
  presentProcessing,
  presentSpend,
  processingCsv,
  reportPeriod,
  spendCsv,
} from '@procurement-intents/domain/procurement';
import type { Clock } from '../clock.ts';
import { type HandlersOf, TextBody } from '../http/handler.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { ReportStore } from './store/report-store.ts';

type ReportHandlers = Pick<HandlersOf<typeof bearerContract>, 'getSpendReport' | 'getProcessingReport'>;

/** The report as JSON, or as CSV for a caller who asks for it. */
function answerOf<Report>(request: RequestContext, report: Report, toCsv: (report: Report) => string) {
  const headers = { Vary: 'Accept' };
  if (!prefersCsv(request.headers.accept)) return { status: 200, headers, body: report } as const;
  // The contract names one form of a body, and CSV is the other one.
  const body = new TextBody(CSV_TYPE, toCsv(report)) as Report;
  return { status: 200, headers, body } as const;
}

/** One handler for each report. */
export function reportHandlers({ reports, clock }: { reports: ReportStore; clock: Clock }): ReportHandlers {
  return {
    getSpendReport: async ({ query }, request) => {
      const { groupBy = 'platform' } = query;
      const period = reportPeriod(query, clock.now());
      const groups = await reports.spend(groupBy, period);
      return answerOf(request, presentSpend(groupBy, period, groups), spendCsv);
    },
    getProcessingReport: async ({ query }, request) => {
      const period = reportPeriod(query, clock.now());
      const counts = await reports.outcomes(period);
      return answerOf(request, presentProcessing(period, counts), processingCsv);
    },
  };
}
