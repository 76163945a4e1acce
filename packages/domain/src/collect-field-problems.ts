import { decodeFieldIssue, type FieldIssue, IMMUTABLE_FIELDS, LIMITS } from '@procurement-intents/contract';
import type { FieldProblem } from './errors.ts';

interface StandardIssue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
}

interface Issues {
  issues: readonly StandardIssue[];
}

const immutable = new Set<string>(IMMUTABLE_FIELDS);

/**
 * One problem for each field, from what the schemas reported about the parts of a request, at most
 * `LIMITS.reportedFields`: a body of a megabyte can have a hundred thousand unknown ones.
 */
export function collectFieldProblems(parts: readonly (Issues | null | undefined)[]): FieldProblem[] {
  const first = new Map<string, FieldProblem>();
  for (const issue of parts.flatMap((part) => part?.issues ?? [])) {
    for (const problem of problemsOf(issue)) {
      if (first.size >= LIMITS.reportedFields) return [...first.values()];
      if (!first.has(problem.field)) first.set(problem.field, problem);
    }
  }
  return [...first.values()];
}

function problemsOf({ message, path }: StandardIssue): FieldProblem[] {
  const issue = decodeFieldIssue(message);
  const prefix = (path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  if (issue.rule !== 'unknown') return [{ field: prefix.join('.'), issue }];
  return (issue.keys ?? []).slice(0, LIMITS.reportedFields).map((key) => ({
    field: [...prefix, key].join('.'),
    issue: unknownOrImmutable(key),
  }));
}

function unknownOrImmutable(key: string): FieldIssue {
  return { rule: immutable.has(key) ? 'immutable' : 'unknown' };
}
