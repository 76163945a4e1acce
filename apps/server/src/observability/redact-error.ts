/** The parts of an unexpected error that may be logged. */
export interface RedactedError {
  type: string;
  /** The library's code, such as `P2010`. */
  code?: string;
  /** Postgres' code, such as `23514`. */
  sqlState?: string;
  message?: string;
  /** The stack frames, innermost first. */
  at: string[];
}

/**
 * Removes everything that can quote a value: Postgres quotes the whole row that it refuses, and parsers quote the text
 * that they cannot parse. Messages of plain `Error`s stay, because this code writes them without values.
 */
export function redactError(error: unknown): RedactedError {
  if (!(error instanceof Error)) return { type: typeof error, at: [] };
  const { name, message, stack = '', code, meta } = error as DatabaseError;
  // Postgres' own errors have a severity; Prisma carries their code along.
  const sqlState = 'severity' in error ? code : meta?.driverAdapterError?.cause?.originalCode;
  return {
    type: name,
    ...(typeof code === 'string' && { code }),
    ...(typeof sqlState === 'string' && { sqlState }),
    ...(name === 'Error' && { message }),
    at: stack.split('\n').flatMap((line) => /^ {4}at (.+)$/.exec(line)?.[1] ?? []),
  };
}

type DatabaseError = Error & {
  code?: unknown;
  meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
};
