import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

/** Folder of the tests that every runner runs, a workspace of its own. */
export const RUNNERS_FOLDER = join(import.meta.dirname, '..', 'packages', 'sdk', 'test', 'runners');

const NODE_20 = inFolder('node20', 'bin', 'node');
const JEST = ['--experimental-vm-modules', inFolder('jest', 'bin', 'jest.js'), '--ci', '--json'];
// A run takes five seconds on an idle machine and a minute on a busy one; one that takes this long hangs.
const RUN_TIMEOUT_MS = 180_000;

const vitest = (name: string) => [inFolder(name, 'vitest.mjs'), 'run', '--reporter=json'];

/** The test runners of integrators, on the oldest and the newest Node. The arguments ask for a report. */
export const TEST_RUNNERS: { name: string; node: string; args: string[] }[] = [
  { name: 'jest on Node 20', node: NODE_20, args: JEST },
  { name: 'jest on Node 24', node: process.execPath, args: JEST },
  { name: 'vitest 4 on Node 20', node: NODE_20, args: vitest('vitest4') },
  { name: 'vitest 5 on Node 24', node: process.execPath, args: vitest('vitest') },
];

/** The report of a runner: vitest writes the format of jest. */
interface Report {
  testResults: {
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

export interface TestResult {
  name: string;
  failure: string | null;
}

/** Runs the tests under fake timers in one runner. */
export async function runTestRunner({ node, args }: (typeof TEST_RUNNERS)[number]): Promise<TestResult[]> {
  const directory = mkdtempSync(join(tmpdir(), 'test-runner-'));
  const file = join(directory, 'report.json');
  try {
    const options = { cwd: RUNNERS_FOLDER, timeoutMs: RUN_TIMEOUT_MS };
    const { code, output } = await runCommand(node, [...args, `--outputFile=${file}`], options);
    const results = readReport(file);
    const failure = code === 0 && results.length > 0 ? null : `exit code ${code}\n${output}`;
    return [...results, { name: 'ends well', failure }];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function readReport(file: string): TestResult[] {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return [];
  }
  return report.testResults.flatMap(({ assertionResults, message }) =>
    assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
      name: fullName,
      failure: status === 'passed' ? null : [status, message, ...failureMessages].join('\n'),
    })),
  );
}

function inFolder(...path: string[]): string {
  return join(RUNNERS_FOLDER, 'node_modules', ...path);
}
