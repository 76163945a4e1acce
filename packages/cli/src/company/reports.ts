import type { ProcessingReport, SpendReport, SpendReportQuery } from '@procurement-intents/sdk/bearer';
import { Option, type Command } from 'commander';
import { optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { SPEND_GROUPS } from '../generated/tables.ts';
import { parseTime } from '../parse-arguments.ts';
import { UsageError } from '../usage-error.ts';
import { openCompany } from './open-company.ts';
import { formatYuan, showRows } from '../show-rows.ts';

interface ReportOptions {
  from?: string;
  to?: string;
  format: 'table' | 'csv';
}

interface SpendOptions extends ReportOptions {
  groupBy: NonNullable<SpendReportQuery['groupBy']>;
}

export function addReportCommands(program: Command, context: CliContext): void {
  const reports = program
    .command('reports')
    .summary('report what was spent, and what became of purchases')
    .description('Reports over a period, as a person or with an API key that has the scope read:reports.');
  addReport(reports, 'spend', 'what was spent')
    .description('Shows what was paid for the orders of a period, whichever App bought, in yuan.')
    .addOption(
      new Option('--group-by <what>', 'what one row stands for; days and months are those of UTC')
        .choices(SPEND_GROUPS)
        .default('platform'),
    )
    .action(async (_: unknown, command: Command) => {
      const { format, from, to, groupBy, ...options } = readOptions<SpendOptions>(command);
      const company = await openCompany(context, options);
      const query = { from, to, groupBy };
      if (format === 'csv') return context.terminal.print(await company.reports.spendCsv(query));
      const report = await company.reports.spend(query);
      return options.json ? printJson(context.terminal, report) : showSpend(context, report);
    });
  addReport(reports, 'processing', 'what became of purchases')
    .description('Shows what became of the purchases that were created in a period, and how long they took.')
    .action(async (_: unknown, command: Command) => {
      const { format, from, to, ...options } = readOptions<ReportOptions>(command);
      const company = await openCompany(context, options);
      const query = { from, to };
      if (format === 'csv') return context.terminal.print(await company.reports.processingCsv(query));
      const report = await company.reports.processing(query);
      return options.json ? printJson(context.terminal, report) : showProcessing(context, report);
    });
}

const addReport = (reports: Command, name: string, summary: string): Command =>
  reports
    .command(name)
    .summary(summary)
    .option('--from <time>', 'start of the period; default 30 days before its end', parseTime)
    .option('--to <time>', 'its end, included; a day counts to its end; default now', parseTime)
    .addOption(
      new Option('-f, --format <format>', 'what to print').choices(['table', 'csv']).default('table'),
    );

function readOptions<T extends ReportOptions>(command: Command) {
  const options = optionsOf<T>(command);
  if (options.json && options.format === 'csv')
    throw new UsageError('only one of --json and --format csv', 'Leave one out.');
  return options;
}

const periodOf = ({ from, to }: SpendReport | ProcessingReport): string => `${from} to ${to}`;

async function showSpend(context: CliContext, report: SpendReport): Promise<void> {
  const { groupBy, rows, total } = report;
  const isNamed = groupBy === 'supplier';
  const isOfApp = groupBy === 'user';
  const header = [
    groupBy.toUpperCase(),
    ...(isOfApp ? ['APP'] : []),
    'ORDERS',
    'QUANTITY',
    'PAID',
    'REFUNDED',
    'FEES',
    'NET',
    ...(isNamed ? ['NAME'] : []),
  ];
  const cells = rows.map(({ group = '-', name = '', appId = '', ...sums }) => [
    group,
    ...(isOfApp ? [appId] : []),
    ...cellsOfSums(sums),
    ...(isNamed ? [name] : []),
  ]);
  await showRows(context, { header, cells, none: 'Nothing was bought.' });
  const { terminal } = context;
  terminal.note(`${total.orders} orders, net ${formatYuan(total.net)}; ${periodOf(report)}`);
}

const cellsOfSums = ({ orders, quantity, paid, refunded, fees, net }: SpendReport['total']): string[] => [
  String(orders),
  String(quantity),
  ...[paid, refunded, fees, net].map(formatYuan),
];

async function showProcessing(context: CliContext, report: ProcessingReport): Promise<void> {
  const { outcomes, timeToComplete, total } = report;
  await showRows(context, {
    header: ['STATUS', 'COUNT', 'FAILURE'],
    cells: outcomes.map(({ status, count, failureCode = '' }) => [status, String(count), failureCode]),
    none: 'There is no purchase.',
  });
  const { terminal } = context;
  terminal.note(`${total} in all; ${periodOf(report)}`);
  if (!timeToComplete) return;
  const { p50, p95, p99 } = timeToComplete;
  terminal.note(`Completed within ms: half ${p50}, 95 % ${p95}, 99 % ${p99}`);
}
