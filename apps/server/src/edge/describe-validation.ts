import { decodeFieldIssue, type FieldIssue, IMMUTABLE_FIELDS } from '@procurement-intents/contract';
import { type FieldProblem } from './api-error.ts';

interface StandardIssue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
}

interface Issues {
  issues: readonly StandardIssue[];
}

const immutable = new Set<string>(IMMUTABLE_FIELDS);

/** One problem a field, from what the schemas reported about the parts of a request. */
export function problemsOf(parts: readonly (Issues | null | undefined)[]): FieldProblem[] {
  const problems = parts.flatMap((part) => (part?.issues ?? []).flatMap(problemsOfIssue));
  const first = new Map<string, FieldProblem>();
  for (const problem of problems) if (!first.has(problem.field)) first.set(problem.field, problem);
  return [...first.values()];
}

function problemsOfIssue({ message, path }: StandardIssue): FieldProblem[] {
  const issue = decodeFieldIssue(message);
  const prefix = (path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  if (issue.rule !== 'unknown') return [{ field: prefix.join('.'), issue }];
  return (issue.keys ?? []).map((key) => ({
    field: [...prefix, key].join('.'),
    issue: unknownOrImmutable(key),
  }));
}

function unknownOrImmutable(key: string): FieldIssue {
  return { rule: immutable.has(key) ? 'immutable' : 'unknown' };
}
