import { publishing } from '../../src/events/store/publish.ts';
import { archiveMoves } from '../../src/intents/store/archive-moves.ts';
import type { FakeClock } from './fake-clock.ts';
import type { TestService } from './test-service.ts';

/** Moves all that is archived out of `intents`, as workers do within some minutes. */
export async function moveArchived(
  { database, syncClock }: Pick<TestService, 'database' | 'syncClock'>,
  clock: FakeClock,
): Promise<void> {
  const moves = archiveMoves(database);
  await moves.prepareMonths(1);
  await syncClock();
  const events = publishing(database);
  await events.prepareDays(1);
  while ((await events.publish()) > 0);
  await moves.copy();
  await moves.finish();
  clock.advance(5 * 60_000 + 1000);
  await syncClock();
  await moves.finish();
}
