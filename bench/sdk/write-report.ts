import { BOUNDED, FLOOR, OURS } from './clients.ts';
import { HERD } from './measure-herd.ts';
import { FAULT_CASES, type FaultResult } from './measure-faults.ts';
import { WARM_ROUNDS } from './measure-throughput.ts';
import { ROUNDS, type Result } from './measure-all.ts';
import { GOALS } from './goals.ts';
import type { Pages } from './measure-pages.ts';
import type { Spread } from './statistics.ts';
import { count, table } from './table.ts';
import { writePages } from './write-pages.ts';

// Judged by hand, by profiles of both clients in turn.
const TIME_SPENT =
  'By profile, that time is no single part: the promises and closures of five layers (call, retries, attempt, wait, exchange), the headers built and read (seven look-ups in the response), counting slots of two limits, the timer, and a timestamp that no other call has used. The signature, the parsing of JSON and the request itself cost both alike.';

/** Where and when it was measured. */
export interface Circumstances {
  date: string;
  cores: string;
  node: string;
  /** Of the last minute, before and after. */
  load: [before: number, after: number];
}

type Results = ReadonlyMap<string, Result>;

/** The report in Markdown: goals, tables, and how it was measured. */
export function writeReport(results: Results, pages: Pages, circumstances: Circumstances): string {
  return [
    '# The cost of the SDK, and how it behaves',
    'Written by `npm run bench:sdk`, which measures again and replaces this file. Absolute times belong to the machine; compare the columns.',
    describeCircumstances(circumstances),
    '## Goals',
    tabulateGoals(results),
    explainGoals(results),
    writePages(pages, circumstances.date),
    '## Size and start',
    tabulateSizes(results),
    'Page: the whole client, bundled and minified by esbuild for browsers (ES2022), gzip -9. Installed: the package and what it depends on, unpacked. Import: in a fresh process, over an empty module; first of the whole process, then of the import alone. The floor imports `node:crypto` and nothing else.',
    '## Throughput',
    tabulateThroughput(results),
    'Medians with quartiles. Ratios are taken round by round against the floor. Processor time is that of the calling process with 32 requests under way. openai and stripe have no option for a signature and so send unsigned requests, a head start of one HMAC; stripe calls `node:http` where the others call `fetch`.',
    '## Faults',
    tabulateFaults(results),
    'Requests sent, what the caller gets, and after how long. Every client has its default settings for repeating. For POST also the purchases that follow where the service honours idempotency keys: more than one is bought twice.',
    `## A herd: ${HERD} creates at once, 10 let through each second`,
    tabulateHerd(results),
    '## Abort while waiting for the next attempt',
    tabulateAbort(results),
    'From the abort to the end of the call, during a `Retry-After` of 10 s; the median of seven.',
  ].join('\n\n');
}

function describeCircumstances({ date, cores, node, load }: Circumstances): string {
  const [before, after] = load.map((value) => value.toFixed(1));
  return `Measured on ${date} with Node ${node} on ${cores}, load ${before} before and ${after} after. All clients in one run: ${ROUNDS.imports} rounds of imports and ${ROUNDS.throughput} of requests, each round in a random order of the clients, after rounds that do not count (one of imports, ${WARM_ROUNDS} of requests, so that each client is compiled). The service is a process of its own on loopback; it answers with an intent of some 500 bytes and checks no signature.`;
}

function tabulateGoals(results: Results): string {
  const ours = results.get(OURS) as Result;
  const rows = GOALS.map(({ title, read, limit, isUpper, format }) => {
    const value = read(ours);
    const isMet = isUpper ? value <= limit : value >= limit;
    const bound = `${isUpper ? 'at most' : 'at least'} ${format(limit)}`;
    return [title, bound, format(value), isMet ? 'met' : '**not met**'];
  });
  return table(['Goal', 'Limit', 'Measured', ''], rows);
}

/** What stands between the measured values and the goals, in the measured values. */
function explainGoals(results: Results): string {
  const micros = (name: string) => results.get(name)?.throughput.cpuMicros.median ?? NaN;
  return [
    `A call takes ${count(micros(OURS) - micros(FLOOR))} µs of processor time more than hand-signed fetch, and ${count(micros(OURS) - micros(BOUNDED))} µs more than bounded fetch (differences of the medians, with 32 under way). Bounded fetch is hand-signed fetch that makes the promises of a single request: a time limit, an abort by the caller, no followed redirect, and errors with the name, code and data of the answer.`,
    TIME_SPENT,
    'The step "cost of the SDK" of `npm run verify` holds the import and the throughput. The latter has a limit of its own, below the goal by what repeated measurements differ by.',
  ].join('\n\n');
}

function tabulateSizes(results: Results): string {
  return byClient(results, {
    'page, gzipped': ({ gzipped }) => (gzipped ? `${count(gzipped)} B` : '–'),
    dependencies: ({ size }) => (size ? String(size.dependencies) : '–'),
    installed: ({ size }) => (size ? `${count(size.bytes / 1_000)} kB` : '–'),
    'import, process': ({ importMs }) => spread(importMs.process, 1, ' ms'),
    'import, alone': ({ importMs }) => spread(importMs.inside, 1, ' ms'),
  });
}

function tabulateThroughput(results: Results): string {
  return byClient(results, {
    'one by one': ({ throughput }) => spread(throughput.sequential, 0, '/s'),
    ratio: ({ throughput }) => spread(throughput.ratios.sequential, 2, 'x'),
    '32 at once': ({ throughput }) => spread(throughput.concurrent, 0, '/s'),
    'ratio ': ({ throughput }) => spread(throughput.ratios.concurrent, 2, 'x'),
    processor: ({ throughput }) => spread(throughput.cpuMicros, 0, ' µs'),
    'ratio  ': ({ throughput }) => spread(throughput.ratios.cpu, 2, 'x'),
  });
}

function tabulateFaults(results: Results): string {
  const rows = FAULT_CASES.map(({ title, method }, index) => [
    title,
    ...[...results.values()].map(({ faults }) => describeFault(faults[index] ?? null, method)),
  ]);
  return table(['', ...results.keys()], rows);
}

function describeFault(result: FaultResult | null, method: string): string {
  if (!result) return 'signs nothing';
  const { requests, outcome, ms, purchases } = result;
  const bought = method === 'POST' && purchases > 1 ? `, **${purchases} purchases**` : '';
  return `${requests}: ${outcome}, ${(ms / 1_000).toFixed(1)} s${bought}`;
}

function tabulateHerd(results: Results): string {
  return byClient(results, {
    through: ({ herd }) => `${herd.through} of ${HERD}`,
    requests: ({ herd }) => String(herd.requests),
    'answered with 429': ({ herd }) => String(herd.refused),
    seconds: ({ herd }) => herd.seconds.toFixed(1),
  });
}

function tabulateAbort(results: Results): string {
  return byClient(results, {
    'until the call ends': ({ abortMs }) =>
      abortMs === null ? 'does not wait, or cannot be aborted' : `${abortMs.toFixed(1)} ms`,
  });
}

function byClient(results: Results, columns: Record<string, (result: Result) => string>): string {
  const rows = [...results].map(([name, result]) => {
    const version = result.size && name !== OURS ? ` ${result.size.version}` : '';
    const label = `${name}${version}${name === FLOOR ? ' (floor)' : ''}`;
    return [label, ...Object.values(columns).map((column) => column(result))];
  });
  return table(['', ...Object.keys(columns).map((title) => title.trim())], rows);
}

function spread({ median, low, high }: Spread, digits: number, unit: string): string {
  return `${median.toFixed(digits)}${unit} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}
