import type { Purchase, ShopCall } from '@procurement-intents/gateway';
import { EngineError } from './engine.ts';
import type { Engine } from './engine.ts';
import { ORDER } from './engine-order.ts';
import type { EngineOrder } from './engine-order.ts';

/** Of each mutation: what the engine answers when it does not do it. */
const RESULT = '__typename ... on ErrorResult { errorCode message }';
const TRANSITION = '__typename ... on OrderStateTransitionError { errorCode message transitionError }';

const UPDATE = `mutation ($input: UpdateOrderInput!) { setOrderCustomFields(input: $input) { ${ORDER} } }`;
const REMOVE_LINE = `mutation ($id: ID!, $line: ID!) {
  removeDraftOrderLine(orderId: $id, orderLineId: $line) { ${RESULT} }
}`;
const SEND_TO = `mutation ($id: ID!, $address: CreateAddressInput!, $customer: CreateCustomerInput!) {
  setDraftOrderShippingAddress(orderId: $id, input: $address) { id }
  setCustomerForDraftOrder(orderId: $id, input: $customer) { ${RESULT} }
}`;
const ADD_ITEM = `mutation ($id: ID!, $item: AddItemToDraftOrderInput!) {
  addItemToDraftOrder(orderId: $id, input: $item) { ${RESULT} }
}`;
const SHIP_BY = `mutation ($id: ID!, $method: ID!) {
  setDraftOrderShippingMethod(orderId: $id, shippingMethodId: $method) { ${RESULT} }
}`;
const MOVE = `mutation ($id: ID!, $state: String!) { transitionOrderToState(id: $id, state: $state) { ${TRANSITION} } }`;
const PAY = `mutation ($input: ManualPaymentInput!) { addManualPaymentToOrder(input: $input) { ${RESULT} } }`;
const CANCEL = `mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { ${RESULT} } }`;
const REFUND = `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { ${RESULT} } }`;

/** The orders of an engine, one step at a time. Each throws {@link EngineError} for what the engine does not do. */
export class EngineOrders {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async select(call: ShopCall, filter: object, options: object = {}): Promise<EngineOrder[]> {
    const query = `query ($options: OrderListOptions) { orders(options: $options) { items { ${ORDER} } } }`;
    type Answer = { orders: { items: EngineOrder[] } };
    const { orders } = await this.#engine.run<Answer>(query, { options: { filter, ...options } }, call);
    return orders.items;
  }

  async load(call: ShopCall, id: string): Promise<EngineOrder> {
    const query = `query ($id: ID!) { order(id: $id) { ${ORDER} } }`;
    const { order } = await this.#engine.run<{ order: EngineOrder | null }>(query, { id }, call);
    if (!order) throw new EngineError(`order ${id} is gone`);
    return order;
  }

  async createDraft(call: ShopCall): Promise<string> {
    type Answer = { createDraftOrder: { id: string } };
    const { createDraftOrder } = await this.#engine.run<Answer>(
      'mutation { createDraftOrder { id } }',
      {},
      call,
    );
    return createDraftOrder.id;
  }

  async deleteDraft(call: ShopCall, id: string): Promise<void> {
    const query = 'mutation ($id: ID!) { deleteDraftOrder(orderId: $id) { result message } }';
    await this.#engine.run(query, { id }, call);
  }

  /** Writes fields of the order, and moves its time also when they are what they were. */
  async update(call: ShopCall, id: string, fields: object): Promise<EngineOrder> {
    const input = { id, customFields: { ...fields, touch: crypto.randomUUID() } };
    type Answer = { setOrderCustomFields: EngineOrder };
    return (await this.#engine.run<Answer>(UPDATE, { input }, call)).setOrderCustomFields;
  }

  /** Puts the purchase in place of what the draft holds. */
  async fillDraft(call: ShopCall, draft: EngineOrder, purchase: Purchase, email: string): Promise<void> {
    const { id, lines } = draft;
    const { recipient, quantity, sku } = purchase;
    // The line comes last, so the rest is there too. A slow engine gets on with each call.
    if (lines.length === 1 && lines[0]?.quantity === quantity && lines[0].productVariant.sku === sku) return;
    for (const line of lines) await this.#engine.run(REMOVE_LINE, { id, line: line.id }, call);
    const query = `query ($sku: String!) { productVariants(options: { filter: { sku: { eq: $sku } } }) { items { id } } }`;
    type Variants = { productVariants: { items: { id: string }[] } };
    const { productVariants } = await this.#engine.run<Variants>(query, { sku }, call);
    const [variant] = productVariants.items;
    if (!variant) throw new EngineError(`${sku} is gone`);
    const { name: fullName, address: streetLine1, phone: phoneNumber } = recipient;
    const address = { fullName, streetLine1, phoneNumber, countryCode: 'CN' };
    const customer = { emailAddress: email, firstName: 'Procurement', lastName: 'Service' };
    await this.#engine.run(SEND_TO, { id, address, customer }, call);
    // A call of its own, so that the engine can refuse it when it comes too late: adding twice adds up.
    await this.#engine.run(ADD_ITEM, { id, item: { productVariantId: variant.id, quantity } }, call);
  }

  /** Chooses the first way to ship that the address has; false: there is none. */
  async chooseShipping(call: ShopCall, id: string): Promise<boolean> {
    const query = 'query ($id: ID!) { eligibleShippingMethodsForDraftOrder(orderId: $id) { id } }';
    type Answer = { eligibleShippingMethodsForDraftOrder: { id: string }[] };
    const answer = await this.#engine.run<Answer>(query, { id }, call);
    const [method] = answer.eligibleShippingMethodsForDraftOrder;
    if (method) await this.#engine.run(SHIP_BY, { id, method: method.id }, call);
    return method !== undefined;
  }

  async move(call: ShopCall, id: string, state: string): Promise<void> {
    await this.#engine.run(MOVE, { id, state }, call);
  }

  async pay(call: ShopCall, orderId: string, transactionId: string): Promise<void> {
    const input = { orderId, method: 'account', transactionId, metadata: {} };
    await this.#engine.run(PAY, { input }, call);
  }

  async cancel(call: ShopCall, orderId: string): Promise<void> {
    const input = { orderId, cancelShipping: true, reason: 'cancelled by the buyer' };
    await this.#engine.run(CANCEL, { input }, call);
  }

  async refund(call: ShopCall, paymentId: string, amount: number): Promise<void> {
    // The last three are deprecated, and the engine fails without them.
    const input = { paymentId, amount, reason: 'order cancelled', lines: [], shipping: 0, adjustment: 0 };
    await this.#engine.run(REFUND, { input }, call);
  }
}
