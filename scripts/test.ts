import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTests, formatCount } from './count-tests.ts';
import type { VitestReport } from './count-tests.ts';
import { endCommandsOnExit, runCommand } from './run-command.ts';

// Builds what tests need, runs the tests of the workspace once, and ends with one line of counts. Arguments are passed to
// vitest: `npm test -- signing` runs the files with this word in their path. Where none chooses tests, those of whole processes
// are left to `npm run verify`.

endCommandsOnExit();

const given = process.argv.slice(2);
const choosesTests = given.some((arg) => !arg.startsWith('-') || arg.startsWith('--project'));
const args = choosesTests ? given : [...given, '--project=!processes'];
const build = await runCommand('turbo', ['run', 'build', '--output-logs=errors-only']);
if (build.code !== 0) process.stdout.write(build.output);

const count = build.code === 0 ? await runTests(args) : countTests(null, build.code);
const isGreen = count.failed === 0 && count.passed > 0;
if (count.passed + count.failed === 0) console.log('No test ran.');
console.log(formatCount(count));
process.exitCode = isGreen ? 0 : 1;

async function runTests(chosen: string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'test-report-'));
  const file = join(dir, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { code } = await runCommand('vitest', ['run', ...reporters, ...chosen], { isShown: true });
    return countTests(readReport(file), code);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    return null;
  }
}
