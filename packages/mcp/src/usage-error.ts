/** Wrong settings or options: the program does not start. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
