import { type ErrorData, type ErrorName, ERRORS, type FieldIssue } from '@procurement-intents/contract';

/** A field of the request and what is wrong with it. */
export interface FieldProblem {
  field: string;
  issue: FieldIssue;
}

type Extras<N extends ErrorName> = {
  data?: ErrorData<N>;
  /** Headers that this refusal adds to its answer. */
  headers?: Record<string, string>;
  cause?: unknown;
};

/** A refusal that the caller must see. Everything about it but its data stands in `ERRORS`. */
export class ApiError<N extends ErrorName = ErrorName> extends Error {
  override readonly name = 'ApiError';
  readonly errorName: N;
  readonly data: ErrorData<N> | null;
  readonly headers: Record<string, string>;

  constructor(errorName: N, extras: Extras<N> = {}) {
    super(ERRORS[errorName].en, { cause: extras.cause });
    this.errorName = errorName;
    this.data = extras.data ?? null;
    this.headers = extras.headers ?? {};
  }
}

/** 40001 with one entry a problem; the texts are chosen by the caller's language when it is answered. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(`invalid fields: ${problems.map(({ field }) => field).join(', ')}`);
    this.problems = problems;
  }
}

/** What a rule throws for the caller to see. */
export type CallerError = ApiError | ValidationError;

export function isCallerError(error: unknown): error is CallerError {
  return error instanceof ApiError || error instanceof ValidationError;
}
