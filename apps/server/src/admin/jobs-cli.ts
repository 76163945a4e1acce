import { Command } from 'commander';
import { JSON_OPTION, printResult, runAdminCli, withOperator } from './run-admin-cli.ts';
import { UsageError } from './translate-refusal.ts';

const program = new Command('npm run jobs --').description(
  'Manages jobs that failed on every attempt. Their intents wait for 10 minutes, or until the jobs are redriven.',
);

program
  .command('list')
  .description('lists the dead jobs, oldest first')
  .option(...JSON_OPTION)
  .action(async ({ json: isJson = false }: { json?: boolean }) => {
    const jobs = await withOperator(async ({ openDeadJobs }) => (await openDeadJobs()).list());
    const lines = jobs.map(
      ({ intentId, queue, diedAt, reason }) => `${intentId}  ${diedAt.toISOString()}  ${queue}  ${reason}`,
    );
    printResult(isJson, jobs, lines.join('\n') || 'No job is dead.');
  });

program
  .command('redrive')
  .description('returns dead jobs to their queues, with all their attempts')
  .argument('[intent-id]', 'only the job of this intent')
  .option('--all', 'every dead job')
  .option(...JSON_OPTION)
  .action(async (intentId: string | undefined, options: { all?: true; json?: true }) => {
    if ((intentId === undefined) === (options.all !== true))
      throw new UsageError('name one intent, or --all');
    const redriven = await withOperator(async ({ openDeadJobs }) =>
      (await openDeadJobs()).redrive(intentId ?? null),
    );
    printResult(options.json === true, { redriven }, `${redriven} jobs are back in their queues.`);
  });

await runAdminCli(program);
