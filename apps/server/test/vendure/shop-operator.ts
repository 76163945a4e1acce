import { Engine } from '../../../../packages/gateway/examples/gateway-vendure/engine.ts';

/** An order as the engine has it, half-made ones too. */
export interface EngineRecord {
  id: string;
  code: string;
  state: string;
  totalWithTax: number;
  customFields: { merchantOrderNo: string | null; payingFen: number | null; rejection: string | null };
  lines: { id: string; quantity: number; productVariant: { sku: string } }[];
  payments: { id: string; amount: number; state: string; refunds: { total: number; state: string }[] }[];
}

const ORDERS = `query ($options: OrderListOptions) { orders(options: $options) { items {
  id code state totalWithTax customFields { merchantOrderNo payingFen rejection } lines { id quantity productVariant { sku } }
  payments { id amount state refunds { total state } }
} } }`;
const RESULT = '__typename ... on ErrorResult { errorCode message }';
const FULFIL = `mutation ($line: ID!, $quantity: Int!, $tracking: String!) {
  addFulfillmentToOrder(input: { lines: [{ orderLineId: $line, quantity: $quantity }], handler: { code: "manual-fulfillment",
    arguments: [{ name: "method", value: "顺丰速运" }, { name: "trackingCode", value: $tracking }] } }) {
    ${RESULT} ... on Fulfillment { id }
  }
}`;

/** A person who works in the shop: looks at orders, changes prices, sends parcels, cancels. Past the gateway. */
export class ShopOperator {
  readonly #engine: Engine;

  constructor(url: string, password: string) {
    this.#engine = new Engine({ url, username: 'superadmin', password });
  }

  #run<T>(query: string, variables: object): Promise<T> {
    return this.#engine.run<T>(query, variables, { signal: AbortSignal.timeout(60_000) });
  }

  async orders(filter: object = {}): Promise<EngineRecord[]> {
    const options = { filter, take: 1000 };
    const { orders } = await this.#run<{ orders: { items: EngineRecord[] } }>(ORDERS, { options });
    return orders.items;
  }

  orderOf(merchantOrderNo: string): Promise<EngineRecord> {
    return this.#only({ merchantOrderNo: { eq: merchantOrderNo } });
  }

  orderByCode(code: string): Promise<EngineRecord> {
    return this.#only({ code: { eq: code } });
  }

  /** What the engine has booked for a number and not paid back, in fen. */
  async chargedFen(merchantOrderNo: string): Promise<number> {
    const orders = await this.orders({ merchantOrderNo: { eq: merchantOrderNo } });
    const payments = orders.flatMap((order) => order.payments).filter(({ state }) => state === 'Settled');
    const refunds = payments.flatMap((payment) => payment.refunds).filter(({ state }) => state === 'Settled');
    const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
    return sum(payments.map(({ amount }) => amount)) - sum(refunds.map(({ total }) => total));
  }

  async #only(filter: object): Promise<EngineRecord> {
    const [order] = await this.orders(filter);
    if (!order) throw new Error(`there is no order with ${JSON.stringify(filter)}`);
    return order;
  }

  async setPrice(sku: string, price: number): Promise<void> {
    const query =
      'query ($sku: String!) { productVariants(options: { filter: { sku: { eq: $sku } } }) { items { id } } }';
    type Variants = { productVariants: { items: { id: string }[] } };
    const { productVariants } = await this.#run<Variants>(query, { sku });
    const input = [{ id: productVariants.items[0]?.id, price }];
    await this.#run(
      'mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }',
      {
        input,
      },
    );
  }

  async ship(order: EngineRecord, tracking: string): Promise<void> {
    const [line] = order.lines;
    if (!line) throw new Error(`${order.code} has no lines`);
    type Fulfilled = { addFulfillmentToOrder: { id: string } };
    const { addFulfillmentToOrder } = await this.#run<Fulfilled>(FULFIL, {
      line: line.id,
      quantity: line.quantity,
      tracking,
    });
    const query = `mutation ($id: ID!) { transitionFulfillmentToState(id: $id, state: "Shipped") { ${RESULT} } }`;
    await this.#run(query, { id: addFulfillmentToOrder.id });
  }

  async book({ id }: EngineRecord): Promise<void> {
    const input = { orderId: id, method: 'transfer', transactionId: `transfer-${id}`, metadata: {} };
    await this.#run(
      `mutation ($input: ManualPaymentInput!) { addManualPaymentToOrder(input: $input) { ${RESULT} } }`,
      {
        input,
      },
    );
  }

  async cancel({ id }: EngineRecord): Promise<void> {
    const input = { orderId: id, cancelShipping: true, reason: 'oversold' };
    await this.#run(`mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { ${RESULT} } }`, {
      input,
    });
  }
}
