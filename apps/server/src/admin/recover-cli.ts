import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../postgres/database.ts';
import { createLogger } from '../observability/logger.ts';
import {
  openRecovery,
  recoverOrders,
  type RecoveredOrder,
  type Recovery,
} from '../purchasing/recover-orders.ts';
import { closePlatforms, createPlatforms } from '../platforms/platform-directory.ts';
import { JSON_OPTION, printResult, requireDatabase, runAdminCli, UsageError } from './run-admin-cli.ts';

interface Options {
  since: string;
  apply?: true;
  json?: true;
}

async function recover(since: Date, isApplied: boolean): Promise<Recovery> {
  const config = readConfig(process.env);
  const database = openDatabase(requireDatabase(config), { poolSize: 2, log: createLogger('warn') });
  const platforms = createPlatforms(config.platforms);
  try {
    const deps = openRecovery(database, { platforms, timeoutMs: config.orderTimeoutMs });
    return await recoverOrders(deps, { since, isApplied });
  } finally {
    await closePlatforms(platforms);
    await database.$disconnect();
  }
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
    ...unasked.map(({ platform, reason }) => `${platform} could not be asked: ${reason}`),
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
    const recovery = await recover(since, apply === true);
    printResult(json === true, recovery, textOf(recovery, apply === true));
    if (recovery.unasked.length > 0) process.exitCode = 1;
  });

await runAdminCli(program);
