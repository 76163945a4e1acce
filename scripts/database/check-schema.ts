import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findDrift } from '../house/find-drift.ts';
import { compareFunctionsFiles, printFunctionsFile } from './functions-file.ts';
import { withMigratedDatabase } from './migrated-database.ts';
import { readDefinitions } from './read-definitions.ts';

// Checks that prisma/schema.prisma and prisma/functions.sql describe the database that prisma/migrations create from
// nothing. With `--write`, writes functions.sql first.

const prismaFile = (name: string) =>
  fileURLToPath(new URL(`../../apps/server/prisma/${name}`, import.meta.url));
const FUNCTIONS_FILE = prismaFile('functions.sql');

function report(title: string, problems: readonly string[], separator = '\n'): void {
  if (problems.length === 0) return;
  console.error(`${title}\n${problems.join(separator)}`);
  process.exitCode = 1;
}

await withMigratedDatabase(prismaFile('migrations'), async (client) => {
  const present = readFileSync(FUNCTIONS_FILE, 'utf8');
  const wanted = printFunctionsFile(await readDefinitions(client), present);
  const isWriting = process.argv.includes('--write');
  if (isWriting) writeFileSync(FUNCTIONS_FILE, wanted);
  report('schema.prisma and its migrations differ:', await findDrift(prismaFile('schema.prisma'), client));
  report(
    'functions.sql and the migrations differ; `npm run schema -- --write` writes its statements:',
    compareFunctionsFiles(isWriting ? wanted : present, wanted),
    '\n\n',
  );
});
