import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './packages/prepare-packages.ts';
import { endCommandsOnExit, runCommand } from './run-command.ts';

// Changes the code of OAuth in small ways (mutants), one at a time, and runs the tests that reach the change: they must fail.
// Arguments choose parts: `npm run test:mutation -- domain tokens`. MUTATION_CONCURRENCY: test runners at once, default 2.

const ROOT = join(import.meta.dirname, '..');
const WORKSPACE = join(import.meta.dirname, 'mutation');
const REPORTS = join(ROOT, '.stryker-tmp');
const STRYKER = join(WORKSPACE, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const PARTS = ['domain', 'tokens', 'clients', 'pages'];
const GOAL = 0.9;

interface Report {
  files: Record<string, { mutants: { status: string }[] }>;
}

endCommandsOnExit();

await installPackages(WORKSPACE);

let isGood = true;
const lines: string[] = [];
const given = process.argv.slice(2);
for (const part of given.length > 0 ? given : PARTS) {
  if (!PARTS.includes(part)) throw new Error(`there is no part ${part}; there are ${PARTS.join(', ')}`);
  const file = join(REPORTS, `${part}.json`);
  rmSync(file, { force: true });
  process.env['MUTATION_PART'] = part;
  await runCommand(process.execPath, [STRYKER, 'run', join(WORKSPACE, 'stryker.config.mjs')], {
    cwd: ROOT,
    isShown: true,
  });
  const score = existsSync(file) ? scoreOf(JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
  isGood &&= score !== null && score.killed >= GOAL * score.all;
  const figure = score && `${score.killed} of ${score.all} killed, ${percent(score.killed / score.all)}`;
  lines.push(`${part}: ${figure ?? 'no report'}`);
}
process.stdout.write(`\n${lines.join('\n')}\n`);
process.exitCode = isGood ? 0 : 1;

function scoreOf({ files }: Report) {
  const states = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const killed = states.filter((state) => state === 'Killed' || state === 'Timeout').length;
  const alive = states.filter((state) => state === 'Survived' || state === 'NoCoverage').length;
  return { killed, all: killed + alive };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
