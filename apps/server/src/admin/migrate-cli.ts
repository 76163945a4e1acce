import { Command } from 'commander';
import { readMigrateConfig } from '../config/config.ts';
import { JSON_OPTION, printResult, requireDatabase, runAdminCli } from './run-admin-cli.ts';
import { migrateSchema } from '../open-database.ts';

const program = new Command('npm run migrate --')
  .description(
    'Migrates the database to the schema of this release, as the role of MIGRATE_DATABASE_URL (default: DATABASE_URL). Safe while the service runs, and again after an interruption.',
  )
  .option(...JSON_OPTION)
  .action(async ({ json: isJson = false }: { json?: boolean }) => {
    const report = (line: string): void => void process.stderr.write(`${line}\n`);
    const applied = await migrateSchema(requireDatabase(readMigrateConfig(process.env)), report);
    const lines = applied.map((name) => `Applied ${name}.`);
    printResult(isJson, { applied }, lines.join('\n') || 'The schema is up to date.');
  });

await runAdminCli(program);
