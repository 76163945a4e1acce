import type { Database } from '../../src/postgres/database.ts';

/** Everything that the database holds of the intent. */
export async function storedIntent(database: Database, id: string) {
  const row = await database.intent.findUnique({ where: { id } });
  return { row, events: await storedEvents(database, id) };
}

/** The timeline of the intent, oldest event first. */
export const storedEvents = (database: Database, id: string) =>
  database.intentEvent.findMany({ where: { intentId: id }, orderBy: { id: 'asc' } });
