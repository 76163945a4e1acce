import type { CheckReport } from '../check-gateway.ts';
import { describeExchange } from '../exchange.ts';
import type { CheckResult } from '../settings.ts';

/** Characters that XML 1.0 does not allow, escaped or not. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** The report as JUnit XML: a test case for each check, its group as the class. */
export function printJunit({ results, durationMs }: CheckReport): string {
  const count = (outcome: CheckResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  const totals = `tests="${results.length}" failures="${count('broken')}" skipped="${count('not-checked')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites><testsuite name="gateway" ${totals} time="${seconds(durationMs)}">`,
    ...results.map(printCase),
    '</testsuite></testsuites>',
  ].join('\n');
}

function printCase({
  id,
  outcome,
  message = '',
  promise,
  mend,
  exchanges = [],
  durationMs,
}: CheckResult): string {
  const [group = '', name = ''] = id.split('/');
  const head = `<testcase classname="${group}" name="${name}" time="${seconds(durationMs)}"`;
  if (outcome === 'kept') return `${head}/>`;
  if (outcome === 'not-checked') return `${head}><skipped message="${escapeXml(message)}"/></testcase>`;
  const lines = [promise, ...exchanges.flatMap(describeExchange), mend ?? ''].join('\n');
  return `${head}><failure message="${escapeXml(message)}">${escapeXml(lines)}</failure></testcase>`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function escapeXml(text: string): string {
  return text
    .replace(NOT_IN_XML, '\ufffd')
    .replace(/[&<>"\n]/g, (character) => ENTITIES[character] ?? character);
}
