import type { CancelRefusal, OrderStatus, RejectReason } from '@procurement-intents/contract/gateway/codes';
import type { RefusedAnswer, UnclearAnswer } from '../call-answers.ts';

/** The platform was given the number, so "no such order" is a defect there and no answer. */
export const ORDER_MISSING = 'ORDER_MISSING';

/** What decisions need to know of an order. */
export interface OrderFacts {
  orderId: string;
  status: OrderStatus;
  /** Why the order is REJECTED. */
  reason?: RejectReason;
}

/** `order` is null when the platform says for certain that there is no such order. */
export type FindAnswer<Order extends OrderFacts> = { ok: true; order: Order | null } | UnclearAnswer;
/**
 * `ok` means that the order exists, even when its status is `REJECTED`. `refused` is this call's answer alone: an
 * earlier call with the same number may still make the order.
 */
export type PlaceAnswer<Order extends OrderFacts> =
  { ok: true; order: Order } | RefusedAnswer<RejectReason> | UnclearAnswer;
/** Amounts in fen. */
export type CancelAnswer = { ok: true; feeFen: number } | RefusedAnswer<CancelRefusal> | UnclearAnswer;
/** Whether nobody pays for the order: the platform has refused it or taken it back. */
export const isDead = ({ status }: Pick<OrderFacts, 'status'>): boolean =>
  status === 'CANCELLED' || status === 'REJECTED';

/** Whether the order has shipped: it cannot be cancelled then, whatever the platform answers. */
export const hasShipped = ({ status }: Pick<OrderFacts, 'status'>): boolean =>
  status === 'SHIPPED' || status === 'DELIVERED';
