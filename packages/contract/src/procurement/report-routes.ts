import { initContract } from '@ts-rest/core';
import { bearerFailures } from '../bearer/failures.ts';
import { bearer } from '../bearer/metadata.ts';
import { ProcessingReport, ProcessingReportQuery, SpendReport, SpendReportQuery } from './reports.ts';
import { PROCUREMENT_ROUTES as ROUTES } from './route-table.ts';

const c = initContract();
const metadata = { ...bearer('read:reports', 'none', []), hasCsv: true, readsMany: true } as const;

export const reportRoutes = c.router({
  /** Sums up what was spent. */
  getSpendReport: {
    ...ROUTES.getSpendReport,
    summary: 'Report spending',
    description:
      'What was paid for the orders that were placed in a period, whichever App bought, exact to the fen.',
    query: SpendReportQuery,
    responses: { 200: SpendReport, ...bearerFailures(...metadata.errors) },
    metadata,
  },
  /** Counts what became of intents. */
  getProcessingReport: {
    ...ROUTES.getProcessingReport,
    summary: 'Report processing',
    description: 'What became of the intents that were created in a period, and how long purchases took.',
    query: ProcessingReportQuery,
    responses: { 200: ProcessingReport, ...bearerFailures(...metadata.errors) },
    metadata,
  },
});
