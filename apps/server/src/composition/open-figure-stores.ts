import type { FigureStores } from '../call-figures/call-figures.ts';
import { createBreakerStore } from '../call-figures/store/breaker-store.ts';
import { createCountStore } from '../call-figures/store/count-store.ts';
import type { Database } from '../postgres/database.ts';

/** Where the calls of all processes are counted. */
export const openFigureStores = (database: Pick<Database, 'rows'>): FigureStores => ({
  counts: createCountStore(database),
  breakers: createBreakerStore(database),
});
