import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { countTests, filesToRunAgain, formatCount, listFailures, replaceFiles } from './count-tests.ts';
import type { VitestReport } from './count-tests.ts';
import { endCommandsOnExit, runCommand } from './run-command.ts';

// Builds what tests need, runs the tests of the workspace once, and ends with one line of counts. Arguments are passed to
// vitest: `npm test -- signing` runs the files with this word in their path. Where none chooses tests, the long ones and
// those of whole processes are left to `npm run verify`. Of a whole run, files that failed may run once more by themselves;
// it says which (0030).

endCommandsOnExit();

const given = process.argv.slice(2);
const choosesFiles = given.some((arg) => !arg.startsWith('-'));
const choosesTests = choosesFiles || given.some((arg) => arg.startsWith('--project'));
const args = choosesTests ? given : [...given, '--project=!processes'];
const build = await runCommand('turbo', ['run', 'build', '--output-logs=errors-only']);
if (build.code !== 0) process.stdout.write(build.output);

const count = build.code === 0 ? await runTests() : countTests(null, build.code);
const isGreen = count.failed === 0 && count.passed > 0;
if (count.passed + count.failed === 0) console.log('No test ran.');
console.log(formatCount(count));
process.exitCode = isGreen ? 0 : 1;

async function runTests() {
  const first = await runVitest(args);
  if (!first.report || first.code === 0) return countTests(first.report, first.code);
  const files = choosesFiles ? [] : filesToRunAgain(first.report);
  printFailures('failed', first.report);
  if (files.length === 0) return countTests(first.report, first.code);
  console.log(`\nOnce more, by themselves: ${files.map((file) => relative('.', file)).join(', ')}`);
  const again = await runVitest([...args, ...files]);
  if (!again.report) return countTests(first.report, first.code);
  if (again.code === 0) printFailures('passed the second time', first.report);
  return countTests(replaceFiles(first.report, again.report), again.code);
}

async function runVitest(chosen: string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'test-report-'));
  const file = join(dir, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { code } = await runCommand('vitest', ['run', ...reporters, ...chosen], { isShown: true });
    return { code, report: readReport(file) };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function printFailures(what: string, report: VitestReport): void {
  console.log();
  for (const line of listFailures(report)) console.log(`${what}: ${line.replace(`${process.cwd()}/`, '')}`);
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    return null;
  }
}
