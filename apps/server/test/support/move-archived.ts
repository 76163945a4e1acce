import { openArchiving } from '../../src/composition/open-archiving.ts';
import type { FakeClock } from './fake-clock.ts';
import type { TestService } from './test-service.ts';

/** Moves all that is archived out of `intents`, as workers do within some minutes. */
export async function moveArchived(
  { database, publishing, syncClock }: Pick<TestService, 'database' | 'publishing' | 'syncClock'>,
  clock: FakeClock,
): Promise<void> {
  const { moves } = openArchiving(database);
  await moves.prepareMonths(1);
  await syncClock();
  await publishing.prepareDays(1);
  while ((await publishing.publish()) > 0);
  await moves.copy();
  await moves.finish();
  // The clock of the database went on since it was set: a busy machine has taken seconds for the copies.
  clock.advance(6 * 60_000);
  await syncClock();
  await moves.finish();
}
