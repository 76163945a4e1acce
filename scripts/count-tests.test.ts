import { expect, test } from 'vitest';
import { COUNT_LINE, countTests, formatCount } from './count-tests.ts';

function report(
  numbers: { passed?: number; failed?: number; pending?: number },
  files: [string, ...string[]][] = [],
) {
  return {
    numPassedTests: numbers.passed ?? 0,
    numFailedTests: numbers.failed ?? 0,
    numPendingTests: numbers.pending ?? 0,
    numTodoTests: 0,
    testResults: files.map(([status, ...tests]) => ({
      status,
      assertionResults: tests.map((test) => ({ status: test })),
    })),
  };
}

test.each([
  ['a green run', report({ passed: 3 }, [['passed', 'passed']]), 0, '3 passed, 0 failed'],
  ['skipped tests', report({ passed: 3, pending: 2 }), 0, '3 passed, 0 failed, 2 skipped'],
  [
    'a failed test',
    report({ passed: 3, failed: 1 }, [['failed', 'passed', 'failed']]),
    1,
    '3 passed, 1 failed',
  ],
  [
    'a file that did not load',
    report({ passed: 3 }, [['failed'], ['passed', 'passed']]),
    1,
    '3 passed, 1 failed',
  ],
  ['an unhandled error', report({ passed: 3 }, [['passed', 'passed']]), 1, '3 passed, 1 failed'],
  ['a run without a report', null, 1, '0 passed, 1 failed'],
  ['nothing to run', report({}), 0, '0 passed, 0 failed'],
])('%s is counted', (_name, run, exitCode, line) => {
  expect(formatCount(countTests(run, exitCode))).toBe(line);
});

test.each([
  ['✓ a test\n3 passed, 0 failed, 2 skipped\n', '3 passed, 0 failed, 2 skipped'],
  ['1 passed, 1 failed\nmore\n2 passed, 1 failed', '2 passed, 1 failed'],
  ['1 passed, 1 failed\nmore', undefined],
])('the count ends the output %j', (output, line) => {
  expect(COUNT_LINE.exec(output)?.[0]).toBe(line);
});
