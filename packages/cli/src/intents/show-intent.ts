import type { IntentStatus } from '@procurement-intents/sdk';
import { cleanText, formatLines, formatTable } from '../format-table.ts';
import type { Style, Terminal } from '../terminal.ts';

const STATUS_STYLES: Record<IntentStatus, Style> = {
  DRAFT: 'dim',
  SUBMITTED: 'cyan',
  PROCESSING: 'yellow',
  COMPLETED: 'green',
  FAILED: 'red',
  CANCELLED: 'dim',
};

export const STATUSES = Object.keys(STATUS_STYLES) as IntentStatus[];

/** The colour of a status; other text has none. */
export function styleOfStatus(text: string): Style | undefined {
  return STATUS_STYLES[text.trim() as IntentStatus];
}

/** Prints the fields of one object, one per line: `name: value` for people, `name<TAB>value` for programs. */
export async function showFields(terminal: Terminal, fields: object): Promise<void> {
  const rows = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, textOf(value)] as const);
  if (!terminal.isForPeople) return terminal.print(formatLines(rows));
  const text = formatTable(
    rows.map(([name, value]) => [`${name}:`, value]),
    Infinity,
    (cell, column, row) => {
      const style = rows[row]?.[0] === 'status' && column === 1 ? styleOfStatus(cell) : undefined;
      return column === 0 ? terminal.paint('bold', cell) : style ? terminal.paint(style, cell) : cell;
    },
  );
  return terminal.print(text);
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** One line about the status of an intent, for stderr. */
export function describeStatus(
  terminal: Terminal,
  intent: { status: IntentStatus; statusMessage: string },
): string {
  const status = terminal.paintNote(STATUS_STYLES[intent.status] ?? 'bold', cleanText(intent.status));
  return `${status}  ${cleanText(intent.statusMessage)}`;
}
