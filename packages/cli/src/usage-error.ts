interface UsageAdvice {
  /** What to do, as a sentence. */
  fix: string;
  /** Single places of what is wrong, a line each. */
  details?: string[];
}

/** The user has to change something. The message says what, and never includes a secret. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly fix: string;
  readonly details: readonly string[];

  constructor(message: string, advice: string | UsageAdvice) {
    super(message);
    const { fix, details = [] } = typeof advice === 'string' ? { fix: advice } : advice;
    this.fix = fix;
    this.details = details;
  }
}
