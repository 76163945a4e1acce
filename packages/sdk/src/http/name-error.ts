import { ERRORS, MARKS, ROUTES } from '../generated/tables.ts';
import type { ErrorName, OperationId } from '../generated/types.ts';

/** A refusal as it came: HTTP status and the three fields of the envelope. */
export interface Refusal {
  status: number;
  code: number;
  message: string;
  data: unknown;
}

/**
 * The name of the error behind an answer. A code can mean several things: the header says which. Where it does not come
 * through, whether there is data tells most of them apart, then the words, then what `operation` declares. `null` when
 * the service knows something that we do not.
 *
 * @param header - `X-Error-Name` of the answer.
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
    (name: ErrorName) => MARKS[name]?.some((mark) => message.includes(mark)),
    (name: ErrorName) => ROUTES[operation][3].includes(name),
  ]) {
    const fitting = names.filter(fits);
    if (fitting.length > 0) names = fitting;
  }
  return names[0] ?? null;
}

/** Whether the very same call may succeed later. */
export const isTransient = (name: ErrorName): boolean => ERRORS[name] % 2 > 0;

const codeOf = (name: ErrorName): number => Math.floor(ERRORS[name] / 10);
const hasData = (name: ErrorName): boolean => ERRORS[name] % 10 > 1;
