import { printJson, type CliContext } from './cli-context.ts';
import { formatLines, formatTable } from './format-table.ts';
import type { GlobalOptions } from './settings.ts';

/** A table: its header, which only people get, and its cells. */
export interface Rows {
  header: readonly string[];
  cells: readonly (readonly string[])[];
  /** What people read instead of an empty table. */
  none: string;
}

/** Prints aligned columns for people, lines with tabs for programs. */
export async function showRows({ terminal }: CliContext, { header, cells, none }: Rows): Promise<void> {
  if (cells.length === 0) return terminal.note(none);
  if (!terminal.isForPeople) return terminal.print(formatLines(cells));
  return terminal.print(
    formatTable([header, ...cells], terminal.columns, (cell, _, row) =>
      row === 0 ? terminal.paint('bold', cell) : cell,
    ),
  );
}

interface Page<Item> {
  items: readonly Item[];
  /** Absent in a list that does not count. */
  total?: number;
  nextCursor: string | null;
}

/** Prints a page of a list: as JSON, or its rows and how to go on. */
export async function showPage<Item>(
  context: CliContext,
  options: GlobalOptions,
  page: Page<Item>,
  { cellsOf, ...rest }: Omit<Rows, 'cells'> & { cellsOf: (item: Item) => readonly string[] },
): Promise<void> {
  if (options.json) return printJson(context.terminal, page);
  const { items, total, nextCursor } = page;
  await showRows(context, { ...rest, cells: items.map(cellsOf) });
  const shown = total === undefined ? `${items.length} shown` : `${items.length} of ${total}`;
  if (nextCursor !== null) context.terminal.note(`${shown}; go on with --cursor ${nextCursor}`);
}

/** An amount of yuan, with its two decimals. */
export const formatYuan = (amount: number | undefined): string => amount?.toFixed(2) ?? '';
