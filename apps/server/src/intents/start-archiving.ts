import type { Logger } from '../observability/logger.ts';
import { redactError } from '../observability/redact-error.ts';
import { PollingLoop } from '../polling/polling-loop.ts';
import { Sweeper } from '../polling/sweeper.ts';
import type { archiveByAge } from './store/archive-by-age.ts';
import { type ArchiveMoves, MOVED_AT_ONCE } from './store/archive-moves.ts';

const MOVE_MS = 5000;
// After a step that found as many rows as it takes: others get their turn at the database in between.
const NEXT_STEP_MS = 20;
const MONTHS_AHEAD = 2;
const MONTHS_MS = 600_000;
const ARCHIVE_MS = 5000;

export interface ArchivingDeps {
  moves: ArchiveMoves;
  byAge: ReturnType<typeof archiveByAge>;
  log: Logger;
}

/**
 * Starts what archives intents by the days of their Apps, and moves archived ones out of the way. Several processes share
 * the rows. While a partition is missing, moves wait: archived intents stay where they are and work as before. The result
 * stops it.
 */
export function startArchiving({ moves, byAge, log }: ArchivingDeps): () => Promise<void> {
  let areMonthsReady = false;
  const mover = new PollingLoop({
    everyMs: MOVE_MS,
    poll: async () => {
      if (!areMonthsReady) await moves.prepareMonths(MONTHS_AHEAD);
      areMonthsReady = true;
      const counts = [await moves.copy(), await moves.finish()];
      return counts.includes(MOVED_AT_ONCE) ? NEXT_STEP_MS : MOVE_MS;
    },
    onError: (error) => {
      areMonthsReady = false;
      log.error({ err: redactError(error) }, 'archived intents could not be moved; they wait');
    },
  });
  const months = new Sweeper({
    name: 'months of the archive',
    everyMs: MONTHS_MS,
    sweep: async () => {
      await moves.prepareMonths(MONTHS_AHEAD);
      return false;
    },
    log,
  });
  const archiver = new Sweeper({
    name: 'intents to archive',
    everyMs: ARCHIVE_MS,
    sweep: async () => (await byAge.archiveDue()) > 0,
    log,
  });
  const loops = [mover, months, archiver];
  for (const loop of loops) loop.start();
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
  };
}
