import { createInterface } from 'node:readline/promises';
import { Writable, type Readable } from 'node:stream';
import type { Env } from './settings-file.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

const SGR: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** Input and output of a command. Results go to `print`, everything else to `note`. */
export interface Terminal {
  input: Readable;
  /** Whether a person reads the results: they are aligned, shortened and coloured. */
  isForPeople: boolean;
  /** Whether a person can answer a question. */
  isInteractive: boolean;
  columns: number;
  /** Writes results to stdout. Resolves when they are written, so that memory does not grow behind a slow reader. */
  print: (text: string) => Promise<void>;
  /** Writes a line for people to stderr. */
  note: (line: string) => void;
  /** Shows a line that the next one replaces; null removes it. Only a terminal shows it. */
  showProgress: (line: string | null) => void;
  /** Asks a person; the answer is trimmed. */
  ask: (question: string) => Promise<string>;
  /** Asks for a secret: what is typed is not shown. */
  askHidden: (question: string) => Promise<string>;
  /** Colours text for stdout, if colours are on. */
  paint: (style: Style, text: string) => string;
  /** Colours text for stderr, if colours are on. */
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

// Back to the first column, and erase to the end of the line.
const CLEAR_LINE = '\r\u001b[K';
// The width of a terminal that reports none, or 0.
const DEFAULT_COLUMNS = 80;

/**
 * Whether `stream` gets colours: NO_COLOR and CLICOLOR=0 disable them, CLICOLOR_FORCE enables them, else only a
 * terminal has them.
 */
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
  let progress = '';
  async function ask(question: string): Promise<string> {
    const dialogue = createInterface({ input: stdin, output: stderr });
    try {
      return (await dialogue.question(question)).trim();
    } finally {
      dialogue.close();
    }
  }
  async function askHidden(question: string): Promise<string> {
    stderr.write(question);
    // As a terminal it reads single keys and echoes them itself: here to nowhere.
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const dialogue = createInterface({ input: stdin, output: nowhere, terminal: true });
    try {
      return await dialogue.question('');
    } finally {
      dialogue.close();
      stderr.write('\n');
    }
  }
  return {
    ask,
    askHidden,
    input: stdin,
    isForPeople: stdout.isTTY === true,
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    columns: stdout.columns || DEFAULT_COLUMNS,
    // The stream also emits an error event, which the code that opened it handles.
    print: (text) =>
      new Promise((resolve) => {
        stdout.write(text, (error) => {
          if (!error) resolve();
        });
      }),
    note(line) {
      stderr.write(`${progress === '' ? '' : CLEAR_LINE}${line}\n${progress}`);
    },
    showProgress(line) {
      if (stderr.isTTY !== true || env['TERM'] === 'dumb' || (line ?? '') === progress) return;
      progress = line ?? '';
      stderr.write(CLEAR_LINE + progress);
    },
    paint: painter(stdout),
    paintNote: painter(stderr),
  };
}
