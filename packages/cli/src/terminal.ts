import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { Env } from './settings-file.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

const SGR: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** Where a command reads and writes. Results go to `print`, everything else to `note`. */
export interface Terminal {
  input: Readable;
  /** Whether a person reads the results, so that they are aligned, shortened and coloured. */
  isForPeople: boolean;
  /** Whether somebody is there to answer a question. */
  isAttended: boolean;
  columns: number;
  /** Writes results to stdout; done when they are out, so that memory stays flat behind a slow reader. */
  print: (text: string) => Promise<void>;
  /** Writes a line for people to stderr. */
  note: (line: string) => void;
  /** Asks a person; the answer is trimmed. */
  ask: (question: string) => Promise<string>;
  /** Colours text for stdout, where colours are wanted. */
  paint: (style: Style, text: string) => string;
  /** The same for stderr. */
  paintNote: (style: Style, text: string) => string;
}

interface Stream extends Writable {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

export interface Streams {
  stdin: Readable & { isTTY?: boolean | undefined };
  stdout: Stream;
  stderr: Stream;
}

// The width that a terminal has when it does not tell.
const DEFAULT_COLUMNS = 80;

/** Whether colours belong on `stream`: NO_COLOR and CLICOLOR=0 say no, CLICOLOR_FORCE yes, else a terminal decides. */
export function isColourful(stream: { isTTY?: boolean | undefined }, env: Env): boolean {
  if (env['NO_COLOR'] || env['CLICOLOR'] === '0') return false;
  if (env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0') return true;
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

export function openTerminal({ stdin, stdout, stderr }: Streams, env: Env): Terminal {
  const painter = (stream: Stream) => {
    const isOn = isColourful(stream, env);
    return (style: Style, text: string) => (isOn ? `\u001b[${SGR[style]}m${text}\u001b[0m` : text);
  };
  async function ask(question: string): Promise<string> {
    const dialogue = createInterface({ input: stdin, output: stderr });
    try {
      return (await dialogue.question(question)).trim();
    } finally {
      dialogue.close();
    }
  }
  return {
    ask,
    input: stdin,
    isForPeople: stdout.isTTY === true,
    isAttended: stdin.isTTY === true && stderr.isTTY === true,
    columns: stdout.columns ?? DEFAULT_COLUMNS,
    // A failure is an event of the stream as well, and whoever opened it decides there.
    print: (text) =>
      new Promise((resolve) => {
        stdout.write(text, (error) => {
          if (!error) resolve();
        });
      }),
    note: (line) => void stderr.write(`${line}\n`),
    paint: painter(stdout),
    paintNote: painter(stderr),
  };
}
