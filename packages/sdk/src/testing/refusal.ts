import { type ErrorName, ERRORS, type FieldIssue } from '@procurement-intents/contract';

/** A field of the request and what is wrong with it. */
export interface FieldProblem {
  field: string;
  issue: FieldIssue;
}

/** An answer that is an error of the contract's table. */
export class Refusal extends Error {
  readonly errorName: ErrorName;
  readonly data: unknown;
  readonly headers: Record<string, string>;
  /** Becomes `data` in the caller's language. */
  readonly problems: readonly FieldProblem[] | undefined;

  constructor(
    errorName: ErrorName,
    {
      data = null,
      headers = {},
      problems,
    }: { data?: unknown; headers?: Record<string, string>; problems?: readonly FieldProblem[] } = {},
  ) {
    super(ERRORS[errorName].en);
    this.errorName = errorName;
    this.data = data;
    this.headers = headers;
    this.problems = problems;
  }
}

/** 40001 for these fields. */
export function refuseFields(...problems: FieldProblem[]): Refusal {
  return new Refusal('VALIDATION_FAILED', { problems });
}
