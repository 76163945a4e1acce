import type { CountStores } from '../call-counts/count-calls.ts';
import { createBreakerStore } from '../call-counts/store/breaker-store.ts';
import { createCountStore } from '../call-counts/store/count-store.ts';
import type { Database } from '../postgres/database.ts';

/** Where the calls of all processes are counted. */
export const openCallCounts = (database: Pick<Database, 'rows'>): CountStores => ({
  counts: createCountStore(database),
  breakers: createBreakerStore(database),
});
