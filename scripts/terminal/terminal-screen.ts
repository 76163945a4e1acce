/** A stretch of a line in one style, without spaces at its ends. */
export interface Segment {
  column: number;
  text: string;
  /** Names of the styles, such as `green`; empty for plain text. */
  style: string;
}

interface Cell {
  character: string;
  style: string;
}

/** The styles that can be shown, by their parameter in an escape sequence. */
const STYLES: Record<string, string> = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow' };
const PLAIN = new Set(['0', '', '22', '39']);
const ESCAPE = '\u001b';
const SEQUENCE = new RegExp(`${ESCAPE}\\[([0-9;]*)([A-Za-z])`, 'y');

/**
 * What a terminal shows after a program has written `output`: each line as segments in one style. Knows what the demo
 * writes: colours, line feeds, moving up and clearing the rest of a line.
 *
 * @throws Error for another escape sequence, and for a line that is longer than `columns`.
 */
export function readScreen(output: string, columns: number): Segment[][] {
  const screen = new Screen();
  for (let at = 0; at < output.length;) {
    SEQUENCE.lastIndex = at;
    const sequence = output[at] === ESCAPE ? SEQUENCE.exec(output) : null;
    if (sequence) screen.control(sequence[2] ?? '', sequence[1] ?? '');
    else screen.write(output[at] ?? '');
    at += sequence?.[0].length ?? 1;
  }
  // An empty line has no cells at all.
  return Array.from(screen.lines, (line = []) => {
    if (line.length > columns) throw new Error(`a line has ${line.length} characters, not ${columns}`);
    return segmentsOf(line);
  });
}

class Screen {
  readonly lines: (Cell[] | undefined)[] = [];
  #row = 0;
  #column = 0;
  #style = '';

  write(character: string): void {
    if (character === '\r') this.#column = 0;
    else if (character === '\n') this.#row += 1;
    else if (character < ' ') throw new Error(`unknown control character ${JSON.stringify(character)}`);
    else this.#line[this.#column++] = { character, style: this.#style };
  }

  control(command: string, parameters: string): void {
    if (command === 'A') this.#row -= Number(parameters || 1);
    else if (command === 'K') this.#line.length = Math.min(this.#line.length, this.#column);
    else if (command === 'm' && PLAIN.has(parameters)) this.#style = '';
    else if (command === 'm' && parameters in STYLES) this.#style = STYLES[parameters] ?? '';
    else throw new Error(`unknown escape sequence [${parameters}${command}`);
  }

  get #line(): Cell[] {
    return (this.lines[this.#row] ??= []);
  }
}

function segmentsOf(line: readonly (Cell | undefined)[]): Segment[] {
  const segments: Segment[] = [];
  for (const [column, { character, style } = { character: ' ', style: '' }] of line.entries()) {
    const last = segments.at(-1);
    if (last?.style === style && last.column + last.text.length === column) last.text += character;
    else segments.push({ column, text: character, style });
  }
  // Gaps of two spaces and more are between columns of a table.
  return segments.flatMap(({ column, text, style }) =>
    [...text.matchAll(/\S+(?: \S+)*/g)].map((match) => ({
      column: column + match.index,
      text: match[0],
      style,
    })),
  );
}
