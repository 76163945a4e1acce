import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { type DeadJobs, openDeadJobs } from '../queue/dead-jobs.ts';
import { JSON_OPTION, printResult, requireDatabase, runAdminCli, UsageError } from './run-admin-cli.ts';

async function withDeadJobs<T>(work: (dead: DeadJobs) => Promise<T>): Promise<T> {
  const dead = await openDeadJobs(requireDatabase(readConfig(process.env)));
  try {
    return await work(dead);
  } finally {
    await dead.close();
  }
}

const program = new Command('npm run jobs --').description(
  'Looks after jobs that failed on every try. Their intents rest for 10 minutes, or until they are redriven.',
);

program
  .command('list')
  .description('lists the dead jobs, oldest first')
  .option(...JSON_OPTION)
  .action(async ({ json: isJson = false }: { json?: boolean }) => {
    const jobs = await withDeadJobs((dead) => dead.list());
    const lines = jobs.map(
      ({ intentId, queue, diedAt, reason }) => `${intentId}  ${diedAt.toISOString()}  ${queue}  ${reason}`,
    );
    printResult(isJson, jobs, lines.join('\n') || 'No job is dead.');
  });

program
  .command('redrive')
  .description('gives dead jobs back to their queues, with all their tries')
  .argument('[intent-id]', 'the job of this intent alone')
  .option('--all', 'every dead job')
  .option(...JSON_OPTION)
  .action(async (intentId: string | undefined, options: { all?: true; json?: true }) => {
    if ((intentId === undefined) === (options.all !== true))
      throw new UsageError('name one intent, or --all');
    const redriven = await withDeadJobs((dead) => dead.redrive(intentId ?? null));
    printResult(options.json === true, { redriven }, `${redriven} jobs are back in their queues.`);
  });

await runAdminCli(program);
