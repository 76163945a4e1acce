/** The fields of vitest's JSON report that are read here. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * The numbers of a run. A file that failed without a failed test (it did not load, or a hook threw) counts as one
 * failure, and so does a run that vitest reports as failed for another reason, such as an unhandled error.
 *
 * @param report - null when vitest ended without writing one.
 */
export function countTests(report: VitestReport | null, exitCode: number): TestCount {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The last line of a test run: `12 passed, 0 failed`, with `, 3 skipped` when some were. */
export function formatCount({ passed, failed, skipped }: TestCount): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Finds that line at the end of an output. */
export const COUNT_LINE = /^\d+ passed, \d+ failed(, \d+ skipped)?$(?!\n.)/m;
