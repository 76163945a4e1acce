import type { bearerContract } from '@procurement-intents/contract/bearer';
import { ORDER_ROWS, presentOrder } from '@procurement-intents/domain/procurement';
import { actorOf } from '../http/actor-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import { listPage } from '../http/list-page.ts';
import { cancelOrder, loadOrder, type OrdersContext, refreshOrder } from './change-order.ts';
import type { OrderRow } from './store/order-store.ts';

type OrderHandlers = Pick<
  HandlersOf<typeof bearerContract>,
  'listOrders' | 'getOrder' | 'refreshOrder' | 'cancelOrder'
>;

const shown = (order: OrderRow) => ({ status: 200, body: presentOrder(order) }) as const;

/** One handler for each operation on orders. */
export function orderHandlers(context: OrdersContext): OrderHandlers {
  return {
    listOrders: async ({ query }) => ({
      status: 200,
      body: await listPage({ ...ORDER_ROWS, read: context.orders.list, present: presentOrder }, query),
    }),
    getOrder: async ({ params }) => shown(await loadOrder(context, params.id)),
    refreshOrder: async ({ params }) => shown(await refreshOrder(context, params.id)),
    cancelOrder: async ({ params }, request) => {
      const by = { actor: actorOf(request), signal: request.signal };
      return shown(await cancelOrder(context, params.id, by));
    },
  };
}
