import { checkId, found } from '@procurement-intents/domain/bearer';
import {
  checkOrderCancel,
  intentIdOfOrder,
  type OrderOfIntent,
  ORDER_ROWS,
  orderOfIntent,
  presentOrder,
} from '@procurement-intents/domain/procurement';
import type { IntentRecord } from '../intents/intent-record.ts';
import { cancelPurchase } from '../intents/run-purchase.ts';
import type { CompanyAnswer, CompanyContext, CompanyOperation } from './company-operation.ts';
import { followIntent } from './purchase-requests.ts';
import { answerList } from './resources.ts';

/** The intent of an order, and the order. */
function load({ store }: CompanyContext, id: string): { intent: IntentRecord; order: OrderOfIntent } {
  checkId('order', id);
  const intent = found(store.all().find((each) => each.id === intentIdOfOrder(id)));
  return { intent, order: found(orderOfIntent(intent)) };
}

const answerOrder = (service: CompanyContext, id: string): CompanyAnswer => ({
  status: 200,
  body: presentOrder(load(service, id).order),
});

/** What has become of an order is known at once: there is no platform to ask. */
const getOrder: CompanyOperation = (service, { id }) => answerOrder(service, id);

const cancelOrder: CompanyOperation = (service, { id }) => {
  const { intent } = load(service, id);
  checkOrderCancel(intent.status);
  cancelPurchase(intent, { access: 'all', ifMatch: null }, service.plans, service.clock.now());
  followIntent(service, intent);
  return answerOrder(service, id);
};

export const ORDER_OPERATIONS = {
  listOrders: ({ store }, call) =>
    answerList(
      call,
      ORDER_ROWS,
      store.all().flatMap((intent) => orderOfIntent(intent) ?? []),
      presentOrder,
    ),
  getOrder,
  refreshOrder: getOrder,
  cancelOrder,
} satisfies Record<string, CompanyOperation>;
