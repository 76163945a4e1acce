import { inspect } from 'node:util';

/** One line of the log. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error';
  /** What happened, as a fixed text. */
  event: string;
  requestId?: string | undefined;
  merchantOrderNo?: string | undefined;
  orderId?: string | undefined;
  /** The function of the adapter that was called. */
  call?: string | undefined;
  status?: number | undefined;
  /** Where the gateway listens. */
  port?: number | undefined;
  durationMs?: number | undefined;
  /**
   * Stack of an error and of its causes. Their messages, without the texts of recipient and remarks, are in it only for a POST
   * of an order: elsewhere nobody knows the texts.
   */
  error?: string | undefined;
}

export type Log = (entry: LogEntry) => void;

/** Writes each entry as a line of JSON to standard output. */
export const logToStdout: Log = (entry) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
};

/**
 * The error as text, with these texts taken out in every form in which an error may quote them.
 *
 * @param secrets - null: nobody knows what the error may quote, so its messages are left out.
 */
export function describeError(error: unknown, secrets: readonly string[] | null): string {
  if (secrets === null) return printError(error, printWithoutMessage, 0);
  const text = printError(error, printWhole, 0);
  const forms = [...new Set(secrets.flatMap(formsOf))].toSorted((one, other) => other.length - one.length);
  if (forms.length === 0) return text;
  // In one pass: what stands in place of a text is not searched again. A name of one letter must not lengthen the line.
  const pattern = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|');
  return text.replace(new RegExp(pattern, 'g'), (form) => (form.length === 1 ? '*' : REDACTED));
}

const REDACTED = '[redacted]';
/** Causes deeper than this one add nothing. */
const MAX_CAUSES = 5;

function printError(error: unknown, print: (error: unknown) => string, depth: number): string {
  const own = print(error);
  if (!(error instanceof Error) || error.cause === undefined || depth >= MAX_CAUSES) return own;
  return `${own}\ncaused by ${printError(error.cause, print, depth + 1)}`;
}

function printWhole(error: unknown): string {
  return error instanceof Error
    ? (error.stack ?? `${error.name}: ${error.message}`)
    : inspect(error, { breakLength: Infinity });
}

/** Class and stack frames. The shop chooses `name` and `message`, the code chooses the class. */
function printWithoutMessage(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { stack = '', message } = error;
  // A message of several lines may look like frames.
  const end = stack.indexOf(message);
  const frames =
    end < 0
      ? []
      : stack
          .slice(end + message.length)
          .split('\n')
          .slice(1);
  return [error.constructor.name, ...frames.filter((line) => /^\s+at /.test(line))].join('\n');
}

function formsOf(secret: string): string[] {
  if (secret === '') return [];
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const encoded = encodeURIComponent(secret.toWellFormed());
  // As `inspect` quotes it, which chooses its quotation marks by the text.
  const inspected = inspect(secret, { breakLength: Infinity, maxStringLength: null }).slice(1, -1);
  return [secret, json, ascii, encoded, encoded.replaceAll('%20', '+'), inspected];
}
