import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../scripts/run-command.ts';
import { endAll, endWithSignals } from './cleanup.ts';
import { readPlan } from './flags.ts';

const BENCH = join(import.meta.dirname, '..');

/** Installs what the service is measured beside, where that differs from its lockfile. */
async function installPeers(): Promise<void> {
  const installed = join(BENCH, 'node_modules', '.pnpm', 'lock.yaml');
  const wanted = readFileSync(join(BENCH, 'pnpm-lock.yaml'), 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  const args = ['install', '--frozen-lockfile', '--ignore-workspace', '--ignore-scripts'];
  const { code, output } = await runCommand('pnpm', args, { cwd: BENCH });
  if (code !== 0) throw new Error(`the peers could not be installed:\n${output}`);
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

try {
  const plan = readPlan(process.argv.slice(2));
  await installPeers();
  endWithSignals();
  // Only now there is what it imports.
  const { measureAll } = await import('./measure-all.ts');
  process.stdout.write(`${await measureAll(plan, say)}\n`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await endAll();
}
