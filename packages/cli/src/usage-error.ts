/** The user has to change something. The message says what, and never includes a secret. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
