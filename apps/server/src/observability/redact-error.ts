/** What may be written down of an error that nobody expected. */
export interface RedactedError {
  type: string;
  /** The library's code, such as `P2010`. */
  code?: string;
  /** Postgres' code, such as `23514`. */
  sqlState?: string;
  message?: string;
  /** The calls that led to it, innermost first. */
  at: string[];
}

/**
 * Leaves out everything that can quote a value: Postgres tells the whole row that it refuses, parsers the text that
 * they cannot read. Messages of plain errors stay, because they are written in this code and name no values.
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
