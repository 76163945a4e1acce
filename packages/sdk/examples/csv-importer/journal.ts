import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What became of a row. */
export interface Result {
  orderNo: string;
  /** The intent, once it is accepted. */
  id?: string;
  /** Why it was refused. */
  refused?: string;
}

/**
 * The results of an import: a file to which every result is added. A run that was killed leaves at most the last line
 * incomplete; its row is sent again, and bought once because of its key.
 */
export class Journal {
  readonly #file: string;
  /** The order numbers that need no call any more. */
  readonly accepted = new Set<string>();

  constructor(file: string) {
    this.#file = file;
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    for (const line of lines) {
      const { orderNo, id } = parseLine(line);
      if (id) this.accepted.add(orderNo);
    }
    // Ends a line that a kill has cut off.
    if (lines.at(-1)) appendFileSync(file, '\n');
  }

  add(result: Result): void {
    if (result.id) this.accepted.add(result.orderNo);
    appendFileSync(this.#file, `${JSON.stringify(result)}\n`);
  }
}

function parseLine(line: string): Result {
  try {
    return JSON.parse(line) as Result;
  } catch {
    return { orderNo: '' };
  }
}
