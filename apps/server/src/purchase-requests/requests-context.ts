import type { AddIntent, IntentsContext } from '../intents/intents-context.ts';
import type { RequestStore } from './store/request-store.ts';

/** The dependencies of the verbs on purchase requests. */
export interface RequestsContext {
  requests: RequestStore;
  /** An approved request becomes an intent. */
  addIntent: AddIntent;
  /** What a new intent is checked and made with. */
  intents: IntentsContext;
}
