import type { SpendGroup } from '@procurement-intents/contract/procurement';
import {
  bySupplier,
  CSV_TYPE,
  countOutcomes,
  prefersCsv,
  presentProcessing,
  presentSpend,
  processingCsv,
  reportPeriod,
  spendCsv,
  sumSpend,
} from '@procurement-intents/domain/procurement';
import type { CompanyAnswer, CompanyCall, CompanyOperation } from './company-operation.ts';

interface Query {
  from?: string;
  to?: string;
  groupBy?: SpendGroup;
}

/** The report as JSON, or as CSV for a caller who asks for it. */
function answerReport<Report>(
  { headers }: CompanyCall,
  report: Report,
  toCsv: (report: Report) => string,
): CompanyAnswer {
  const vary = { Vary: 'Accept' };
  if (!prefersCsv(headers.get('accept') ?? undefined)) return { status: 200, headers: vary, body: report };
  const text = { type: CSV_TYPE, text: toCsv(report) };
  return { status: 200, headers: vary, text };
}

const getSpendReport: CompanyOperation = ({ store, records, clock }, call) => {
  const { groupBy = 'platform', ...days } = call.query as Query;
  const period = reportPeriod(days, clock.now());
  const groups = sumSpend(store.all(), groupBy, period);
  const sums = groupBy === 'supplier' ? bySupplier(groups, [...records.suppliers.values()]) : groups;
  return answerReport(call, presentSpend(groupBy, period, sums), spendCsv);
};

const getProcessingReport: CompanyOperation = ({ store, clock }, call) => {
  const period = reportPeriod(call.query as Query, clock.now());
  const report = presentProcessing(period, countOutcomes(store.all(), period));
  return answerReport(call, report, processingCsv);
};

export const REPORT_OPERATIONS = { getSpendReport, getProcessingReport };
