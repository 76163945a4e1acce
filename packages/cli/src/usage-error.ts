/** The user has to change something. The message says what, and never includes a secret. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** What to do, as a sentence. */
  readonly fix: string;

  constructor(message: string, fix = 'See --help.') {
    super(message);
    this.fix = fix;
  }
}
