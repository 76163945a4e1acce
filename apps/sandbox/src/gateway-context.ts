import type { LruMap } from './lru-map.ts';
import type { DelayedResponses } from './delayed-responses.ts';
import type { OrderStore } from './orders/order-store.ts';

export interface GatewayContext {
  store: OrderStore;
  /** How often each address with a changing offer was asked for. */
  fetches: LruMap;
  open: DelayedResponses;
  /** Counts posts whose first attempts are refused; there is no order yet that could count them. */
  refusedPosts: LruMap;
  token: string;
  now: () => number;
  speed: number;
}
