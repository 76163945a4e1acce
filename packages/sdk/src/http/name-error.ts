import { ERRORS, MARKERS, ROUTES } from '../generated/tables.ts';
import type { ErrorName, OperationId } from '../generated/types.ts';

/** An error response: HTTP status and the three fields of the envelope. */
export interface Refusal {
  status: number;
  code: number;
  message: string;
  data: unknown;
}

/**
 * The name of the error in a response. The header names it. Without a readable header, the code narrows the
 * candidates, then whether there is data, then the text of the message, then the errors that `operation` declares.
 * `null` for a code that this version does not know.
 *
 * @param header - `X-Error-Name` of the response.
 */
export function nameError(
  operation: OperationId,
  { code, message, data }: Refusal,
  header?: string | null,
): ErrorName | null {
  let names = (Object.keys(ERRORS) as ErrorName[]).filter((name) => codeOf(name) === code);
  for (const fits of [
    (name: ErrorName) => name === header,
    (name: ErrorName) => hasData(name) === (data !== null),
    (name: ErrorName) => MARKERS[name]?.some((marker) => message.includes(marker)),
    (name: ErrorName) => ROUTES[operation][3].includes(name),
  ]) {
    const fitting = names.filter(fits);
    if (fitting.length > 0) names = fitting;
  }
  return names[0] ?? null;
}

/** Whether the same call may succeed later. */
export const isTransient = (name: ErrorName): boolean => ERRORS[name] % 2 > 0;

const codeOf = (name: ErrorName): number => Math.floor(ERRORS[name] / 10);
const hasData = (name: ErrorName): boolean => ERRORS[name] % 10 > 1;
