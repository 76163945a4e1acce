import { styleText } from 'node:util';
import type { Progress } from './follow-purchase.ts';

/** The output of the demo: `process.stdout`, or an object that collects text in tests. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  rows?: number | undefined;
}

export interface Line extends Progress {
  label: string;
  elapsedMs: number;
}

export interface Screen {
  /** Shows `lines`: redraws in place on a terminal, else prints those that changed. */
  show(lines: readonly Line[]): void;
  /** Whether the lines show passing time and have to be shown again and again. */
  readonly isLive: boolean;
}

type Style = Parameters<typeof styleText>[0];

const WIDTHS = { label: 16, id: 37, shortId: 10, status: 11, seconds: 7 };
const FULL_ID_COLUMNS = 120;
// With fewer columns an id would leave no room for the reason of a failure.
const ANY_ID_COLUMNS = 72;

/** Uses colours only on a terminal without `NO_COLOR`; redraws in place when all lines fit. */
export function createScreen(output: Output, env: NodeJS.ProcessEnv, lineCount: number): Screen {
  const isTerminal = output.isTTY === true && env.TERM !== 'dumb';
  const hasColour = isTerminal && !env.NO_COLOR;
  // The cursor cannot go back above the first row.
  return isTerminal && (output.rows ?? 0) > lineCount
    ? createLiveScreen(output, hasColour)
    : createPlainScreen(output, hasColour);
}

function createLiveScreen(output: Output, hasColour: boolean): Screen {
  let drawn = 0;
  return {
    isLive: true,
    show(lines) {
      const up = drawn > 0 ? `\u001b[${drawn}A` : '';
      const columns = output.columns ?? 80;
      output.write(up + lines.map((line) => `${format(line, columns, hasColour)}\u001b[K\n`).join(''));
      drawn = lines.length;
    },
  };
}

function createPlainScreen(output: Output, hasColour: boolean): Screen {
  const shown = new Map<string, string>();
  return {
    isLive: false,
    show(lines) {
      for (const line of lines) {
        const state = `${line.id} ${line.status} ${line.detail} ${line.isExpected}`;
        if (line.status === 'WAITING' || shown.get(line.label) === state) continue;
        shown.set(line.label, state);
        output.write(`${format(line, Infinity, hasColour)}\n`);
      }
    },
  };
}

function format(line: Line, columns: number, hasColour: boolean): string {
  const mark = line.isExpected === null ? ' ' : line.isExpected ? '✓' : '✗';
  const head = `${mark} ${line.label.padEnd(WIDTHS.label)}`;
  const status = line.status.padEnd(WIDTHS.status);
  const seconds = `${(line.elapsedMs / 1_000).toFixed(1)} s`.padStart(WIDTHS.seconds);
  const before = `${head}${formatId(line.id, columns)}`;
  const tail = `${seconds}  ${line.detail}`;
  const roomForTail = Math.max(0, columns - before.length - status.length - 1);
  return before + paint(status, styleOf(line), hasColour) + cut(tail, roomForTail);
}

function formatId(id: string | null, columns: number): string {
  if (columns < ANY_ID_COLUMNS) return '';
  if (columns >= FULL_ID_COLUMNS) return (id ?? '-').padEnd(WIDTHS.id);
  return (id === null ? '-' : `…${id.slice(-8)}`).padEnd(WIDTHS.shortId);
}

function styleOf({ isExpected, status }: Line): Style {
  if (isExpected !== null) return isExpected ? 'green' : 'red';
  return status === 'PROCESSING' ? 'yellow' : 'dim';
}

/** At most `columns` wide: a Chinese character takes two. A line that wraps could not be redrawn. */
function cut(text: string, columns: number): string {
  let width = 0;
  let kept = '';
  for (const character of text) {
    width += character.charCodeAt(0) >= 0x2e80 ? 2 : 1;
    if (width > columns) break;
    kept += character;
  }
  return kept;
}

/** `text` in a style, if colours are on. */
function paint(text: string, style: Style, hasColour: boolean): string {
  return hasColour ? styleText(style, text, { validateStream: false }) : text;
}
