import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { endCommandsOnExit, runCommand } from '../../scripts/run-command.ts';

// Builds the SDK, installs what it is measured beside, measures, and writes the report; with `pages`, its section about pages alone.

const ROOT = join(import.meta.dirname, '..', '..');
const REPORT = join(ROOT, 'packages', 'sdk', 'BENCHMARKS.md');

endCommandsOnExit();
await prepare('turbo', ['run', 'build', '--filter=@procurement-intents/sdk', '--output-logs=errors-only']);
await prepare('pnpm', ['install', '--frozen-lockfile', '--dir', 'bench']);

// Only now there is what they import.
const { measurePages } = await import('./measure-pages.ts');
const { replacePages, writePages } = await import('./write-pages.ts');

const date = new Date().toISOString().slice(0, 10);
const pages = await measurePages();
const report = process.argv.includes('pages')
  ? replacePages(readFileSync(REPORT, 'utf8').trimEnd(), writePages(pages, date))
  : await measureWhole();
writeFileSync(REPORT, `${report}\n`);
await prepare('prettier', ['--write', '--log-level', 'warn', REPORT]);
console.log(`Written: ${REPORT}`);

async function measureWhole(): Promise<string> {
  const { measureAll } = await import('./measure-all.ts');
  const { writeReport } = await import('./write-report.ts');
  const before = loadOfMachine();
  const results = await measureAll((step) => console.log(step));
  return writeReport(results, pages, {
    date,
    node: process.versions.node,
    cores: `${cpus().length} cores (${cpus()[0]?.model.trim() || 'unknown'})`,
    load: [before, loadOfMachine()],
  });
}

async function prepare(file: string, args: string[]): Promise<void> {
  const { code, output } = await runCommand(file, args, { cwd: ROOT });
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed:\n${output}`);
}

function loadOfMachine(): number {
  return loadavg()[0] ?? NaN;
}
