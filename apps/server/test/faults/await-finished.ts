import { setTimeout as delay } from 'node:timers/promises';
import type { FaultWorld } from './fault-world.ts';

const LOOK_EVERY_MS = 100;

/** Waits until every intent has ended. @throws Error naming those that have not. */
export async function awaitFinished(
  { database }: Pick<FaultWorld, 'database'>,
  timeoutMs: number,
): Promise<void> {
  const until = performance.now() + timeoutMs;
  const where = { status: { in: ['SUBMITTED' as const, 'PROCESSING' as const] } };
  while ((await database.intent.count({ where })) > 0) {
    if (performance.now() > until) {
      const intents = await database.intent.findMany({ where, take: 5 });
      const ids = intents.map(({ id }) => id);
      const events = await database.intentEvent.findMany({ where: { intentId: { in: ids } } });
      throw new Error(
        `unfinished: ${JSON.stringify({ intents, events }, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
      );
    }
    await delay(LOOK_EVERY_MS);
  }
}

/** When the last intent ended, of those that were made until `before`; by the database's clock. */
export async function lastEnd({ database }: Pick<FaultWorld, 'database'>, before?: Date): Promise<Date> {
  const [last] = await database.$queryRaw<{ at: Date | null }[]>`
    SELECT max(e."at") AS "at" FROM "intent_events" AS e JOIN "intents" AS i ON i."id" = e."intentId"
    WHERE e."to" IN ('COMPLETED', 'FAILED', 'CANCELLED') AND i."createdAt" <= ${before ?? new Date()}`;
  return last?.at ?? new Date(0);
}
