/**
 * The advisory locks of the service that have numbers. What functions of the database and `session-store.ts` take are hashes
 * of names.
 */
export const ADVISORY_LOCKS = {
  /** Of Prisma's command line, so that it and the runner of migrations exclude each other. */
  prisma: 72_707_369,
  /**
   * Held by one runner of migrations from start to end. Prisma's lock must be released before a concurrent index build:
   * other processes wait for it inside a statement, the build waits for all older statements, and the two would deadlock.
   */
  migrationRunner: 72_707_370,
  /** Held by the one process that publishes events, until its statement ends. */
  publisher: 72_707_380,
  /** Held by the one process that archives by age, until its statement ends. */
  archiver: 72_707_381,
} as const;
