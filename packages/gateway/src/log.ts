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
  durationMs?: number | undefined;
  /** Message and stack of an error and of its causes, without the texts of the recipient. */
  error?: string | undefined;
}

export type Log = (entry: LogEntry) => void;

/** Writes each entry as a line of JSON to standard output. */
export const logToStdout: Log = (entry) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
};

/** The error as text, with these texts taken out in every form in which an error may quote them. */
export function describeError(error: unknown, secrets: readonly string[]): string {
  const text = printError(error, 0);
  return secrets
    .flatMap(formsOf)
    .toSorted((one, other) => other.length - one.length)
    .reduce((all, secret) => all.replaceAll(secret, '[redacted]'), text);
}

/** Causes deeper than this one add nothing. */
const MAX_CAUSES = 5;

function printError(error: unknown, depth: number): string {
  if (!(error instanceof Error)) return inspect(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  if (error.cause === undefined || depth >= MAX_CAUSES) return own;
  return `${own}\ncaused by ${printError(error.cause, depth + 1)}`;
}

function formsOf(secret: string): string[] {
  if (secret === '') return [];
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const encoded = encodeURIComponent(secret.toWellFormed());
  return [secret, json, ascii, encoded, encoded.replaceAll('%20', '+')];
}
