import type { Logger } from '../observability/logger.ts';
import { redactError } from '../observability/redact-error.ts';
import { PollingLoop } from '../polling/polling-loop.ts';
import { startLoops } from '../polling/start-loops.ts';
import { Sweeper } from '../polling/sweeper.ts';
import type { archiveByAge } from './store/archive-by-age.ts';
import { type ArchiveMoves, MOVED_AT_ONCE, type WaitingPlace } from './store/archive-moves.ts';

const MOVE_MS = 5000;
// After a step that found as many rows as it takes: others get their turn at the database in between.
const NEXT_STEP_MS = 20;
// After a step of copies that found few among many.
const NEXT_LOOK_MS = 100;
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
  let place: WaitingPlace | null = null;
  const onError = (error: unknown): void => {
    log.error({ err: redactError(error) }, 'archived intents could not be moved; they wait');
  };
  const copier = new PollingLoop({
    everyMs: MOVE_MS,
    poll: async () => {
      if (!areMonthsReady) await moves.prepareMonths(MONTHS_AHEAD);
      areMonthsReady = true;
      const { copied, next } = await moves.copy(place);
      place = next;
      if (copied === MOVED_AT_ONCE) return NEXT_STEP_MS;
      return next === null ? MOVE_MS : NEXT_LOOK_MS;
    },
    onError: (error) => {
      areMonthsReady = false;
      place = null;
      onError(error);
    },
  });
  const finisher = new PollingLoop({
    everyMs: MOVE_MS,
    poll: async () => ((await moves.finish()) === MOVED_AT_ONCE ? NEXT_STEP_MS : MOVE_MS),
    onError,
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
  return startLoops(copier, finisher, months, archiver);
}
