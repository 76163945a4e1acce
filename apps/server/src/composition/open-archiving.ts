import type { ArchivingDeps } from '../archive/start-archiving.ts';
import { archiveByAge } from '../archive/store/archive-by-age.ts';
import { archiveMoves } from '../archive/store/archive-moves.ts';
import type { Database } from '../postgres/database.ts';

/** What a worker archives intents with, and moves those that are archived. */
export const openArchiving = (database: Database): Omit<ArchivingDeps, 'log'> => ({
  moves: archiveMoves(database),
  byAge: archiveByAge(database),
});

/** What the metrics tell of the archive. */
export function watchArchive(database: Database) {
  const { moves } = openArchiving(database);
  return {
    unmovedSeconds: () => moves.waitingSeconds(),
    missingMonths: () => moves.missingMonths(),
  };
}
