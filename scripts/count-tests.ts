/** The fields of vitest's JSON report that are read here. */
export interface VitestReport {
  testResults: TestFile[];
}

interface TestFile {
  /** Its path. */
  name: string;
  status: string;
  /** Why it could not run, if it could not. */
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
}

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

const numberOf = ({ testResults }: VitestReport, ...statuses: string[]): number =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => statuses.includes(status)).length;

/** A file may fail without a failed test: it did not load, or a hook threw. */
const isBroken = ({ status, assertionResults }: TestFile): boolean =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed');

/**
 * The numbers of a run. A file that failed without a failed test counts as one failure, and so does a run that vitest
 * reports as failed for another reason, such as an unhandled error.
 *
 * @param report - null when vitest ended without writing one.
 */
export function countTests(report: VitestReport | null, exitCode: number): TestCount {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const failed = numberOf(report, 'failed') + report.testResults.filter(isBroken).length;
  return {
    passed: numberOf(report, 'passed'),
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: numberOf(report, 'pending', 'skipped', 'todo'),
  };
}

/** One line for each failure of a run: file, test, and the first line of the reason. */
export function listFailures({ testResults }: VitestReport): string[] {
  const firstLine = (text = ''): string => text.trim().split('\n', 1)[0] ?? '';
  return testResults.flatMap((file) => {
    const lines = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) => `${file.name}: ${fullName}: ${firstLine(failureMessages?.[0])}`,
      );
    return isBroken(file) ? [`${file.name}: ${firstLine(file.message)}`] : lines;
  });
}

// Pure rules have neither time nor processes, so that their failures are never chance.
const PURE = ['packages/contract/', 'packages/domain/'];
// How tests report that a purchase was lost or doubled: a defect, however rarely it shows itself.
const BROKEN_PROMISE = 'broken promise';
// More than that is no chance.
const MOST_AGAIN = 3;

/** The files of a failed run that may run once more; none when a failure is certain, or there are too many. */
export function filesToRunAgain({ testResults }: VitestReport): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed');
  const isCertain = ({ name, assertionResults }: TestFile): boolean =>
    PURE.some((folder) => name.includes(folder)) ||
    assertionResults.some(({ failureMessages }) =>
      failureMessages?.some((message) => message.includes(BROKEN_PROMISE)),
    );
  return failed.some(isCertain) || failed.length > MOST_AGAIN ? [] : failed.map(({ name }) => name);
}

/** The run, with what its files did when they ran again in place of what they did before. */
export function replaceFiles(report: VitestReport, again: VitestReport): VitestReport {
  const repeated = new Set(again.testResults.map(({ name }) => name));
  return {
    testResults: [...report.testResults.filter(({ name }) => !repeated.has(name)), ...again.testResults],
  };
}

/** The last line of a test run: `12 passed, 0 failed`, with `, 3 skipped` when some were. */
export function formatCount({ passed, failed, skipped }: TestCount): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Finds that line at the end of an output. */
export const COUNT_LINE = /^\d+ passed, \d+ failed(, \d+ skipped)?$(?!\n.)/m;

/** Finds the lines in which `npm test` tells what failed, or passed the second time only. */
export const TEST_FAILURES = /^(failed|passed the second time): .*$/gm;
