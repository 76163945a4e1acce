import type { BoundedMemory } from './bounded-memory.ts';
import type { OpenAnswers } from './open-answers.ts';
import type { OrderStore } from './order-store.ts';

export interface GatewayContext {
  store: OrderStore;
  open: OpenAnswers;
  /** Posts of numbers whose first attempts are turned away; they have no order yet that could count them. */
  refusedPosts: BoundedMemory;
  token: string;
  now: () => number;
  speed: number;
}
