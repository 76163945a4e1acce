import { archiveByAge } from '../intents/store/archive-by-age.ts';
import { archiveMoves } from '../intents/store/archive-moves.ts';
import type { Database } from '../postgres/database.ts';

/** What a worker archives intents with, and moves those that are archived. */
export const openArchiving = (database: Database) => ({
  moves: archiveMoves(database),
  byAge: archiveByAge(database),
});
