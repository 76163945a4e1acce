/** The person at the command line has to change something. The message says what, and never holds a secret. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
