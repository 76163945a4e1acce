import type { Database } from '../src/postgres/database.ts';

/** Everything that the database holds of the intent. */
export async function storedIntent(database: Database, id: string) {
  const row = await database.intent.findUnique({ where: { id } });
  const events = await database.intentEvent.findMany({ where: { intentId: id }, orderBy: { id: 'asc' } });
  return { row, events };
}
