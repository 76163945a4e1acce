import type { Database } from '../../postgres/database.ts';

const BRING_BACK = 'SELECT "bring_back_intent"($1)';

/**
 * Puts an intent that has moved to the archive back where it can be changed, for 5 minutes at least. It stays archived.
 */
export async function bringBack(database: Pick<Database, 'rows'>, id: string): Promise<void> {
  await database.rows(BRING_BACK, [id]);
}
