import { Command } from 'commander';
import { ConfigError, readConfig } from '../config.ts';
import { isDatabaseOutage } from '../infra/database.ts';
import { type DeadJobs, openDeadJobs } from '../infra/dead-jobs.ts';
import { findRunningDatabase } from '../open-database.ts';

class UsageError extends Error {}

async function withDeadJobs<T>(work: (dead: DeadJobs) => Promise<T>): Promise<T> {
  const url = findRunningDatabase(readConfig(process.env));
  if (url === null)
    throw new UsageError('no database: start the service first (npm start) or set DATABASE_URL');
  const dead = await openDeadJobs(url);
  try {
    return await work(dead);
  } finally {
    await dead.close();
  }
}

function print(isJson: boolean, data: unknown, text: string): void {
  process.stdout.write(`${isJson ? JSON.stringify(data) : text}\n`);
}

const program = new Command('npm run jobs --').description(
  'Looks after jobs that failed on every try. Their intents rest until they are redriven.',
);
const json = ['--json', 'print JSON for programs'] as const;

program
  .command('list')
  .description('lists the dead jobs, oldest first')
  .option(...json)
  .action(async ({ json: isJson = false }: { json?: boolean }) => {
    const jobs = await withDeadJobs((dead) => dead.list());
    const lines = jobs.map(
      ({ intentId, queue, diedAt, reason }) => `${intentId}  ${diedAt.toISOString()}  ${queue}  ${reason}`,
    );
    print(isJson, jobs, lines.join('\n') || 'No job is dead.');
  });

program
  .command('redrive')
  .description('gives dead jobs back to their queues, with all their tries')
  .argument('[intent-id]', 'the job of this intent alone')
  .option('--all', 'every dead job')
  .option(...json)
  .action(async (intentId: string | undefined, options: { all?: true; json?: true }) => {
    if ((intentId === undefined) === (options.all !== true))
      throw new UsageError('name one intent, or --all');
    const redriven = await withDeadJobs((dead) => dead.redrive(intentId ?? null));
    print(options.json === true, { redriven }, `${redriven} jobs are back in their queues.`);
  });

try {
  await program.parseAsync();
} catch (error) {
  const isOurs = error instanceof UsageError || error instanceof ConfigError;
  const text = isDatabaseOutage(error)
    ? 'the database does not answer: start the service (npm start), or check DATABASE_URL'
    : `failed: ${(error as Error).message}`;
  process.stderr.write(`${isOurs ? error.message : text}\n`);
  process.exitCode = 1;
}
