import { Command } from 'commander';
import { recoverOrders, type RecoveredOrder, type Recovery } from '../purchasing/recover-orders.ts';
import { JSON_OPTION, printResult, runAdminCli, withOperator } from './run-admin-cli.ts';
import { UsageError } from './translate-refusal.ts';

interface Options {
  since: string;
  apply?: true;
  json?: true;
}

const STEPS = {
  cancel: 'no intent counts it as its own: to be cancelled',
  adopt: 'its open intent does not know it: to be adopted',
  report: 'yours to judge: nothing is done with it',
} as const;

function lineOf({
  platform,
  orderId,
  merchantOrderNo,
  status,
  intentId,
  intentStatus,
  step,
}: RecoveredOrder): string {
  const intent = intentId === null ? 'no intent' : `${intentId} ${intentStatus ?? '(gone)'}`;
  return `${platform}  ${orderId}  ${merchantOrderNo ?? '-'}  ${status}  ${intent}  ${STEPS[step]}`;
}

function textOf({ seen, orders, unasked }: Recovery, isApplied: boolean): string {
  const count = (step: RecoveredOrder['step']): number =>
    orders.filter((order) => order.step === step).length;
  const done = isApplied
    ? 'The workers carry this out.'
    : 'Nothing was changed; add --apply to have it done.';
  return [
    ...orders.map(lineOf),
    ...unasked.map(({ platform, reason, readUpTo }) => {
      const rest = readUpTo ? `; go on with --since ${readUpTo.toISOString()}` : '';
      return `${platform} was not read to its end: ${reason}${rest}`;
    }),
    `${seen} orders seen: ${count('cancel')} to cancel, ${count('adopt')} to adopt, ${count('report')} to judge. ${done}`,
  ].join('\n');
}

const program = new Command('npm run recover --')
  .description(
    'After a restore: lists the orders of the platforms without an intent, and lets workers cancel or adopt them.',
  )
  .requiredOption('--since <time>', 'ISO 8601 time of the backup that was restored, with its offset')
  .option('--apply', 'store cancellations and adoptions for the workers')
  .option(...JSON_OPTION)
  .action(async ({ since: text, apply, json }: Options) => {
    const since = new Date(text);
    if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(since.getTime())) {
      throw new UsageError('--since must be a time such as 2026-11-21T08:30:00Z');
    }
    const isApplied = apply === true;
    const recovery = await withOperator(
      ({ openRecovery }) => recoverOrders(openRecovery(), { since, isApplied }),
      { logLevel: 'warn' },
    );
    printResult(json === true, recovery, textOf(recovery, isApplied));
    if (recovery.unasked.length > 0) process.exitCode = 1;
  });

await runAdminCli(program);
