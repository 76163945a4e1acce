import { expect, it } from 'vitest';
import { createReportLog, readReport } from './policy-reports.ts';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const REPORT = bytes({ 'csp-report': { 'blocked-uri': 'inline', 'script-sample': 'x' } });

it('keeps the known fields of a report, without queries and cut', () => {
  const report = {
    'document-uri': 'https://a.example/console?secret=1',
    'blocked-uri': 'x'.repeat(300),
    other: 1,
  };
  expect(readReport(bytes({ 'csp-report': report }))).toEqual({
    'document-uri': 'https://a.example/console',
    'blocked-uri': 'x'.repeat(200),
  });
});

it.each([[Buffer.from('{')], [bytes(null)], [bytes([])], [bytes({ 'csp-report': 'x' })], [bytes({})]])(
  'takes %s for no report',
  (given) => expect(readReport(given)).toBeNull(),
);

it('logs ten reports a minute', () => {
  const lines: unknown[] = [];
  let now = 0;
  const report = createReportLog(
    { warn: (line: object) => void lines.push(line) },
    { now: () => new Date(now) },
  );
  for (let count = 0; count < 30; count += 1) report(REPORT);
  expect(lines).toHaveLength(10);
  now = 60_000;
  report(REPORT);
  expect(lines).toHaveLength(11);
});
