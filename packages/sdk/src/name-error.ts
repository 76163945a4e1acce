import { ERRORS, ROUTES, SHARED_ERRORS } from './generated/tables.ts';
import type { ErrorName, OperationId } from './generated/types.ts';

/** A refusal as it came: HTTP status and the three fields of the envelope. */
export interface Refusal {
  status: number;
  code: number;
  message: string;
  data: unknown;
}

const ALL_NAMES = Object.keys(ERRORS) as ErrorName[];

/**
 * The name of the error behind an answer. A code can mean several things, so what `operation` declares comes first,
 * then the shape of `data`, then the fixed texts; `null` when the service knows something that we do not.
 */
export function nameError(operation: OperationId, refusal: Refusal): ErrorName | null {
  const declared: readonly ErrorName[] = [...ROUTES[operation].errors, ...SHARED_ERRORS];
  const candidates = withCode(declared, refusal);
  const meant = narrow(candidates.length > 0 ? candidates : withCode(ALL_NAMES, refusal), [
    (name) => ERRORS[name][1] === refusal.status,
    (name) => hasShape(ERRORS[name][4], refusal.data),
    (name) => ERRORS[name][5]?.includes(refusal.message) === true,
  ]);
  return meant[0] ?? null;
}

function withCode(names: readonly ErrorName[], { code }: Refusal): ErrorName[] {
  return names.filter((name) => ERRORS[name][0] === code);
}

/** Applies each test that leaves something over, until one name is left. */
function narrow(names: ErrorName[], tests: ((name: ErrorName) => boolean)[]): ErrorName[] {
  return tests.reduce((left, test) => {
    const passing = left.length > 1 ? left.filter(test) : left;
    return passing.length > 0 ? passing : left;
  }, names);
}

function hasShape(keys: readonly string[], data: unknown): boolean {
  if (keys.length === 0) return data === null || data === undefined;
  return typeof data === 'object' && data !== null && keys.every((key) => Object.hasOwn(data, key));
}
