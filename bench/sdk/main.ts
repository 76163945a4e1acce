import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { endCommandsOnExit, runCommand } from '../../scripts/run-command.ts';

// Builds the SDK, installs what it is measured beside, measures, and writes the report.

const ROOT = join(import.meta.dirname, '..', '..');
const REPORT = join(ROOT, 'packages', 'sdk', 'BENCHMARKS.md');

endCommandsOnExit();
await prepare('turbo', ['run', 'build', '--filter=@procurement-intents/sdk', '--output-logs=errors-only']);
await prepare('pnpm', ['install', '--frozen-lockfile', '--dir', 'bench']);

// Only now there is what they import.
const { measureAll, measureParts } = await import('./measure-all.ts');
const { writeReport } = await import('./write-report.ts');

const before = loadOfMachine();
const results = await measureAll((step) => console.log(step));
const report = writeReport(results, await measureParts(), {
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  cores: `${cpus().length} cores (${cpus()[0]?.model.trim() || 'unknown'})`,
  load: [before, loadOfMachine()],
});
writeFileSync(REPORT, `${report}\n`);
await prepare('prettier', ['--write', '--log-level', 'warn', REPORT]);
console.log(`Written: ${REPORT}`);

async function prepare(file: string, args: string[]): Promise<void> {
  const { code, output } = await runCommand(file, args, { cwd: ROOT });
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed:\n${output}`);
}

function loadOfMachine(): number {
  return loadavg()[0] ?? NaN;
}
