import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../src/config/config.ts';
import { isLongRun } from '../hostile/run-length.ts';

/** One experiment's figures. */
export interface Result {
  /** The same in every run: a later run replaces the row. */
  experiment: string;
  purchases: number;
  lost: number;
  doubles: number;
  /** Processes that were killed. Default 0. */
  kills?: number;
  /** From the last kill, or the end of the fault, to the end of the last purchase. */
  finishMs?: number;
  /** What else was measured. */
  note?: string;
}

const DIR = join(REPOSITORY, 'bench', 'results');
const FILE = join(DIR, 'faults.md');
const HEAD = ['Experiment', 'Purchases', 'Kills', 'Lost', 'Doubles', 'Last purchase ended after', 'Measured'];
const INTRO = `# Faults

Written by \`npm run test:faults\`: real processes, a real Postgres and the sandbox shops on one machine, which other work
may have shared.
`;

function readRows(): string[][] {
  try {
    const lines = readFileSync(FILE, 'utf8').split('\n');
    const rows = lines.filter((line) => line.startsWith('| ')).slice(2);
    return rows.map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
  } catch {
    return [];
  }
}

function renderTable(rows: readonly string[][]): string {
  const all = [HEAD, ...rows];
  const widths = HEAD.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Puts a row into the table of the long run, in place of an earlier one; a short run writes nothing. */
export function recordResult(result: Result): void {
  if (!isLongRun) return;
  const { experiment, purchases, lost, doubles, kills = 0, finishMs, note = '' } = result;
  const seconds = finishMs === undefined ? '' : `${(Math.max(0, finishMs) / 1000).toFixed(1)} s`;
  const row = [experiment, String(purchases), String(kills), String(lost), String(doubles), seconds, note];
  const others = readRows().filter(([name]) => name !== experiment);
  const rows = [...others, row].sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  mkdirSync(DIR, { recursive: true });
  writeFileSync(FILE, `${INTRO}\n${renderTable(rows)}\n`);
}
