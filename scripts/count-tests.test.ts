import { expect, test } from 'vitest';
import {
  COUNT_LINE,
  countTests,
  filesToRunAgain,
  formatCount,
  listFailures,
  replaceFiles,
} from './count-tests.ts';
import type { VitestReport } from './count-tests.ts';

/** A report of files, each with its status and those of its tests. */
function report(...files: [name: string, status: string, ...tests: string[]][]): VitestReport {
  return {
    testResults: files.map(([name, status, ...tests]) => ({
      name,
      status,
      ...(status === 'failed' && { message: `${name} broke\n  at a line` }),
      assertionResults: tests.map((each, index) => ({
        status: each,
        fullName: `test ${index}`,
        failureMessages:
          each === 'failed' ? [`Error: ${name.includes('lost') ? 'broken promise' : 'no'}\n  at a line`] : [],
      })),
    })),
  };
}

test.each([
  ['a green run', report(['a', 'passed', 'passed', 'passed', 'passed']), 0, '3 passed, 0 failed'],
  [
    'skipped tests',
    report(['a', 'passed', 'passed', 'pending', 'skipped', 'todo']),
    0,
    '1 passed, 0 failed, 3 skipped',
  ],
  ['a failed test', report(['a', 'failed', 'passed', 'failed']), 1, '1 passed, 1 failed'],
  ['a file that did not load', report(['a', 'failed'], ['b', 'passed', 'passed']), 1, '1 passed, 1 failed'],
  ['an unhandled error', report(['a', 'passed', 'passed']), 1, '1 passed, 1 failed'],
  ['a run without a report', null, 1, '0 passed, 1 failed'],
  ['nothing to run', report(), 0, '0 passed, 0 failed'],
])('%s is counted', (_name, run, exitCode, line) => {
  expect(formatCount(countTests(run, exitCode))).toBe(line);
});

test('failures are listed by file, test and reason', () => {
  const run = report(['a', 'failed', 'passed', 'failed'], ['b', 'failed'], ['c', 'passed', 'passed']);
  expect(listFailures(run)).toEqual(['a: test 1: Error: no', 'b: b broke']);
});

test.each([
  ['a green run', report(['apps/server/src/a', 'passed', 'passed']), []],
  ['one', report(['apps/server/src/a', 'failed', 'failed'], ['b', 'passed']), ['apps/server/src/a']],
  ['a file that did not load', report(['scripts/a', 'failed']), ['scripts/a']],
  ['more than three', report(...['a', 'b', 'c', 'd'].map((file): [string, string] => [file, 'failed'])), []],
  ['a pure rule among them', report(['a', 'failed'], ['/x/packages/domain/src/b', 'failed']), []],
  ['a broken promise', report(['a', 'failed', 'failed'], ['lost', 'failed', 'failed']), []],
])('of failed files, %s may run again', (_name, run, files) => {
  expect(filesToRunAgain(run)).toEqual(files);
});

test('what a file did the second time counts', () => {
  const first = report(['a', 'failed', 'passed', 'failed'], ['b', 'passed', 'passed']);
  const green = report(['a', 'passed', 'passed', 'passed']);
  expect(countTests(replaceFiles(first, green), 0)).toEqual({ passed: 3, failed: 0, skipped: 0 });
  const red = report(['a', 'failed', 'passed', 'failed']);
  expect(countTests(replaceFiles(first, red), 1)).toEqual({ passed: 2, failed: 1, skipped: 0 });
});

test.each([
  ['✓ a test\n3 passed, 0 failed, 2 skipped\n', '3 passed, 0 failed, 2 skipped'],
  ['1 passed, 1 failed\nmore\n2 passed, 1 failed', '2 passed, 1 failed'],
  ['1 passed, 1 failed\nmore', undefined],
])('the count ends the output %j', (output, line) => {
  expect(COUNT_LINE.exec(output)?.[0]).toBe(line);
});
