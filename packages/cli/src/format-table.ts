// Control and direction characters in foreign text could move the cursor or disguise other text.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const GAP = '  ';
const ELLIPSIS = '…';
// A shorter text would be useless; the line wraps instead.
const MIN_COLUMN_WIDTH = 8;

/** `text` on one line, without terminal control characters. */
export function cleanText(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}

/** Columns that `text` takes on a terminal: 2 for each Chinese character and other wide ones. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += /\p{M}/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

function shorten(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let short = '';
  for (const character of text) {
    if (displayWidth(short + character) > width - 1) break;
    short += character;
  }
  return short + ELLIPSIS;
}

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - displayWidth(text)));

/** Lines with tabs between the cells, for `cut` and `awk`: values in full, no header. */
export function formatLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cleanText).join('\t')}\n`).join('');
}

/**
 * Aligned columns for people. The last column is shortened until the line fits.
 *
 * @param paintCell - colours a cell that already has its final width.
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  columns: number,
  paintCell: (cell: string, column: number, row: number) => string = (cell) => cell,
): string {
  const clean = rows.map((row) => row.map(cleanText));
  const count = Math.max(0, ...clean.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...clean.map((row) => displayWidth(row[column] ?? ''))),
  );
  const taken = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0);
  const lastWidth = Math.max(MIN_COLUMN_WIDTH, columns - taken);
  return clean
    .map((row, rowIndex) => {
      const cells = row.map((cell, column) => {
        const isLast = column === count - 1;
        return paintCell(
          isLast ? shorten(cell, lastWidth) : pad(cell, widths[column] ?? 0),
          column,
          rowIndex,
        );
      });
      return `${cells.join(GAP).trimEnd()}\n`;
    })
    .join('');
}
