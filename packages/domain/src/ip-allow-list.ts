import { type FieldProblem, ValidationError } from './errors.ts';
import { parseIpRange } from './ip-range.ts';

/** @throws ValidationError with a problem for each entry that is neither an address nor a CIDR range. */
export function checkIpAllowList(entries: readonly string[]): void {
  const problems = entries.flatMap((entry, index): FieldProblem[] =>
    parseIpRange(entry) === null ? [{ field: `ipAllowList.${index}`, issue: { rule: 'ipRange' } }] : [],
  );
  if (problems.length > 0) throw new ValidationError(problems);
}
