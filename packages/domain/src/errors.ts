import { type ErrorData, type ErrorName, ERRORS, type FieldIssue } from '@procurement-intents/contract';

/** A field of the request and what is wrong with it. */
export interface FieldProblem {
  field: string;
  issue: FieldIssue;
}

type Extras<N extends ErrorName> = {
  data?: ErrorData<N>;
  /** Headers to add to the response. */
  headers?: Record<string, string>;
  cause?: unknown;
};

/** An error that the caller must see. Its code, status and texts are in `ERRORS`. */
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

/** 40001 with one entry for each problem; rendering the response chooses the texts by the caller's language. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(`invalid fields: ${problems.map(({ field }) => field).join(', ')}`);
    this.problems = problems;
  }
}

/** What a rule throws for the caller to see: an expected refusal, not a defect. */
export type CallerError = ApiError | ValidationError;

export function isCallerError(error: unknown): error is CallerError {
  return error instanceof ApiError || error instanceof ValidationError;
}
