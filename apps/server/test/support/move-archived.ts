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
  clock.advance(5 * 60_000 + 1000);
  await syncClock();
  await moves.finish();
}
