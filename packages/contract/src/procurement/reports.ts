import { z } from 'zod';
import { Yuan } from '../bearer/money-fields.ts';
import { exampleId } from '../ids.ts';
import { FAILURE_CODES } from '../intents/failures.ts';
import { fieldError, Timestamp } from '../fields.ts';
import { INTENT_STATUSES } from '../intents/lifecycle.ts';
import { QueryTime } from '../lists/query-values.ts';
import { stored } from './fields.ts';
import { PROCUREMENT_LIMITS } from './limits.ts';
import { SPEND_GROUPS } from './states.ts';

const period = {
  from: QueryTime.optional().meta({
    description: `Start of the period; default ${PROCUREMENT_LIMITS.reportDefaultDays} days before its end. ISO 8601, in UTC unless it has an offset; a date alone means its whole day. A period has ${PROCUREMENT_LIMITS.reportDays} days at most.`,
    example: '2026-11-01',
  }),
  to: QueryTime.optional().meta({
    description:
      'End of the period, included; default now. ISO 8601, in UTC unless it has an offset; a date alone means its whole day.',
    example: '2026-11-30',
  }),
};

export const SpendReportQuery = z
  .strictObject(
    {
      ...period,
      groupBy: z.enum(SPEND_GROUPS, fieldError).optional().meta({
        description: 'What one row stands for; default `platform`. Days and months are those of UTC.',
        default: 'platform',
        example: 'supplier',
      }),
    },
    fieldError,
  )
  .meta({ title: 'SpendReportQuery', description: 'Period and rows of the report.' });

export const ProcessingReportQuery = z
  .strictObject(period, fieldError)
  .meta({ title: 'ProcessingReportQuery', description: 'Period of the report.' });

const PERIOD = {
  from: Timestamp.meta({ description: 'Start of the period. ISO 8601, UTC, milliseconds.' }),
  to: Timestamp.meta({ description: 'End of the period, included. ISO 8601, UTC, milliseconds.' }),
};
const Count = (description: string, example: number) =>
  z.number().int().meta({ description, minimum: 0, example });

const SUMS = {
  orders: Count('Orders that were bought.', 12),
  quantity: Count('Pieces of these orders.', 30),
  paid: Yuan('What the platforms charged for them', 5970),
  refunded: Yuan('What the platforms have paid back of that', 199),
  fees: Yuan('What failed and cancelled purchases have cost all the same: fees, and what a shop has kept', 5),
  net: Yuan('`paid` less `refunded`, and `fees`', 5776),
};

const SpendRow = z
  .object({
    group: stored(
      'Platform, id of supplier, user or App, or day or month, at most 128 characters. Absent for products of no supplier.',
      exampleId('supplier'),
    ).optional(),
    name: stored(
      'Name of the supplier, at most 100 characters; only when grouped by supplier.',
      '办公用品旗舰店',
    ).optional(),
    appId: stored(
      'The App that the user belongs to; at most 64 characters; only when grouped by user. People of the company belong to `app_procurement`.',
      'app_procurement',
    ).optional(),
    ...SUMS,
  })
  .meta({ title: 'SpendRow', description: 'What was spent for one group.' });

export const SpendReport = z
  .object({
    ...PERIOD,
    groupBy: z
      .enum(SPEND_GROUPS, fieldError)
      .meta({ description: 'What one row stands for.', example: 'supplier' }),
    rows: z.array(SpendRow).meta({
      description: 'Days and months in their order, other groups by `net`, the largest first.',
      example: [
        { group: 'PLATFORM_A', orders: 12, quantity: 30, paid: 5970, refunded: 199, fees: 5, net: 5776 },
      ],
    }),
    total: z.object(SUMS).meta({ title: 'SpendTotal', description: 'The sums over all rows.' }),
  })
  .meta({
    title: 'SpendReport',
    description: 'What was spent for orders that were placed in a period, whichever App bought.',
  });

const Milliseconds = (share: string) =>
  z
    .number()
    .int()
    .meta({ description: `${share} were as fast, in milliseconds.`, minimum: 0, example: 1200 });

const Outcome = z
  .object({
    status: z.enum(INTENT_STATUSES, fieldError).meta({ description: 'Status now.', example: 'FAILED' }),
    failureCode: z
      .enum(FAILURE_CODES, fieldError)
      .optional()
      .meta({ description: 'Why it failed; only of FAILED ones.', example: 'OUT_OF_STOCK' }),
    count: Count('How many intents.', 12),
  })
  .meta({ title: 'ProcessingOutcome', description: 'How many intents have come to this.' });

export const ProcessingReport = z
  .object({
    ...PERIOD,
    total: Count('All intents of the period but drafts.', 120),
    outcomes: z.array(Outcome).meta({
      description: 'In the order of statuses, then of counts.',
      example: [{ status: 'FAILED', failureCode: 'OUT_OF_STOCK', count: 12 }],
    }),
    timeToComplete: z
      .object({ p50: Milliseconds('Half'), p95: Milliseconds('95 %'), p99: Milliseconds('99 %') })
      .optional()
      .meta({
        title: 'TimeToComplete',
        description: 'From submission to COMPLETED; absent when none has completed.',
      }),
  })
  .meta({
    title: 'ProcessingReport',
    description: 'What became of the intents that were created in a period, of all Apps.',
  });

export type SpendReportView = z.infer<typeof SpendReport>;
export type ProcessingReportView = z.infer<typeof ProcessingReport>;
