import type { BoundedMemory } from './bounded-memory.ts';
import type { OpenAnswers } from './open-answers.ts';
import type { OrderStore } from './order-store.ts';

export interface GatewayContext {
  store: OrderStore;
  open: OpenAnswers;
  /** Counts posts whose first attempts are refused; there is no order yet that could count them. */
  refusedPosts: BoundedMemory;
  token: string;
  now: () => number;
  speed: number;
}
