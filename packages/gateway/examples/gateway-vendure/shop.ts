import { Refused, Taken } from '@procurement-intents/gateway';
import type {
  ChangedOrders,
  Payment,
  Purchase,
  ShopAdapter,
  ShopCall,
  ShopOrder,
} from '@procurement-intents/gateway';
import { EngineError } from './engine.ts';
import type { Engine } from './engine.ts';
import {
  foundOf,
  isSent,
  OPEN_STATES,
  orderOf,
  owedOf,
  pageOf,
  paymentsOf,
  refundStateOf,
} from './engine-order.ts';
import type { EngineOrder } from './engine-order.ts';
import { EngineOrders } from './engine-orders.ts';

export interface ShopOptions {
  /** Orders of so many fen or more are accepted unpaid: the buyer pays by bank transfer, and a person of the shop books it. */
  transferFromFen: number;
  /** The engine's customer of all orders. */
  email: string;
}

interface Variant {
  sku: string;
  name: string;
  priceWithTax: number;
  enabled: boolean;
  trackInventory: string;
  outOfStockThreshold: number;
  product: { enabled: boolean };
  stockLevels: { stockOnHand: number; stockAllocated: number }[];
}

const VARIANT = `query ($sku: String!) { productVariants(options: { filter: { sku: { eq: $sku } } }) { items {
  sku name priceWithTax enabled trackInventory outOfStockThreshold product { enabled } stockLevels { stockOnHand stockAllocated }
} } }`;

const IS_OURS = { merchantOrderNo: { isNull: false } };
const IS_HALF_MADE = {
  state: { in: OPEN_STATES },
  rejection: { isNull: true },
  payingFen: { isNull: true },
};
/** Whatever {@link orderOf} shows. */
const IS_KNOWN = {
  _or: [
    { state: { notIn: OPEN_STATES } },
    { rejection: { isNull: false } },
    { awaitsTransfer: { eq: true } },
  ],
};

/** The move to a payment has no code of its own for it. */
const isOutOfStock = ({ code, message }: EngineError): boolean =>
  code === 'INSUFFICIENT_STOCK_ERROR' ||
  (code === 'ORDER_STATE_TRANSITION_ERROR' && /insufficient stock/i.test(message));

/** A Vendure engine as a shop. An order that was begun is named by its id in the engine, others by their code. */
export class VendureShop implements ShopAdapter<string> {
  readonly #engine: Engine;
  readonly #orders: EngineOrders;
  readonly #options: ShopOptions;

  constructor(engine: Engine, options: ShopOptions) {
    this.#engine = engine;
    this.#orders = new EngineOrders(engine);
    this.#options = options;
  }

  async quote(url: URL, quantity: number, call: ShopCall) {
    const sku = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
    type Answer = { productVariants: { items: Variant[] } };
    const { productVariants } = await this.#engine.run<Answer>(VARIANT, { sku }, call);
    const variant = productVariants.items.find((each) => each.enabled && each.product.enabled);
    if (!variant) return null;
    const { name: title, priceWithTax: priceFen, trackInventory, outOfStockThreshold, stockLevels } = variant;
    const left = stockLevels.reduce((sum, level) => sum + level.stockOnHand - level.stockAllocated, 0);
    const available = trackInventory === 'FALSE' || left - outOfStockThreshold >= quantity;
    return { sku, title, priceFen, available };
  }

  async find(merchantOrderNo: string, call: ShopCall) {
    const [order] = await this.#orders.select(call, { merchantOrderNo: { eq: merchantOrderNo } });
    return order ? foundOf(order) : null;
  }

  async begin({ merchantOrderNo, contentHash, remarks = '' }: Purchase, call: ShopCall) {
    const id = await this.#orders.createDraft(call);
    try {
      await this.#orders.update(call, id, { merchantOrderNo, contentHash, remarks });
    } catch (error) {
      if (!(error instanceof EngineError) || !/duplicate key/.test(error.message)) throw error;
      await this.#orders.deleteDraft(call, id);
      throw new Taken();
    }
    return id;
  }

  // An order that waits for its payment is complete, and the engine has frozen its price.
  async fill(id: string, purchase: Purchase, call: ShopCall) {
    const order = await this.#orders.update(call, id, {});
    if (order.state === 'Draft') await this.#complete(order, purchase, call);
    const { totalWithTax, lines } = await this.#orders.load(call, id);
    return {
      totalFen: totalWithTax,
      lines: lines.map(({ quantity, productVariant }) => ({ sku: productVariant.sku, quantity })),
    };
  }

  async #complete(draft: EngineOrder, purchase: Purchase, call: ShopCall): Promise<void> {
    try {
      await this.#orders.fillDraft(call, draft, purchase, this.#options.email);
      if (!(await this.#orders.chooseShipping(call, draft.id))) throw new Refused('ADDRESS_UNDELIVERABLE');
      await this.#orders.move(call, draft.id, 'ArrangingPayment');
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (error.code === 'ORDER_LIMIT_ERROR') throw new Refused('LIMIT_EXCEEDED');
      if (isOutOfStock(error)) throw new Refused('OUT_OF_STOCK');
      throw error;
    }
  }

  async pay(id: string, { totalFen, idempotencyKey }: Payment, call: ShopCall): Promise<ShopOrder> {
    const order = await this.#orders.load(call, id);
    // The engine pays again whoever asks again, so look first.
    if (paymentsOf(order).length === 0) {
      if (order.state !== 'ArrangingPayment' || order.totalWithTax !== totalFen)
        throw new Error(`not paid: ${order.state}, ${order.totalWithTax} in place of ${totalFen}`);
      const awaitsTransfer = totalFen >= this.#options.transferFromFen;
      await this.#orders.update(call, id, { payingFen: totalFen, awaitsTransfer });
      if (!awaitsTransfer) await this.#orders.pay(call, id, idempotencyKey);
    } else if (order.state === 'ArrangingPayment') {
      await this.#orders.move(call, id, 'PaymentSettled');
    }
    return this.#known(id, call);
  }

  async refuse(id: string, refusal: Parameters<ShopAdapter<string>['refuse']>[1], call: ShopCall) {
    // The word first: once it is stored, the number stays refused.
    const { state } = await this.#orders.update(call, id, { rejection: JSON.stringify(refusal) });
    if (OPEN_STATES.includes(state)) await this.#orders.move(call, id, 'Cancelled');
    return this.#known(id, call);
  }

  async get(code: string, call: ShopCall) {
    const order = await this.#findByCode(code, call);
    return order ? orderOf(order) : null;
  }

  async cancel(code: string, call: ShopCall) {
    const order = await this.#findByCode(code, call);
    if (!order) throw new EngineError(`order ${code} is gone`);
    const { id, state } = order;
    if (state !== 'Cancelled') {
      // The engine itself would cancel parcels that have left.
      if (isSent(order)) return { refused: 'SHIPPED' as const };
      if (OPEN_STATES.includes(state)) await this.#orders.move(call, id, 'Cancelled');
      else await this.#orders.cancel(call, id);
    }
    const owed = owedOf(await this.#orders.load(call, id));
    for (const { paymentId, fen } of owed) await this.#orders.refund(call, paymentId, fen);
    if (owed.length > 0) await this.#orders.update(call, id, {});
    return { feeFen: 0, refund: refundStateOf(await this.#orders.load(call, id)) };
  }

  async list(query: ChangedOrders, call: ShopCall) {
    const start = new Date(Math.max(query.changedSinceMs, query.after?.updatedAtMs ?? 0));
    const updatedAt = { between: { start, end: new Date(query.changedBeforeMs) } };
    for (let take = 2 * query.limit; ; take *= 2) {
      const options = { sort: { updatedAt: 'ASC' }, take };
      const found = await this.#orders.select(call, { _and: [IS_OURS, IS_KNOWN, { updatedAt }] }, options);
      const orders = found.flatMap((order) => orderOf(order) ?? []);
      const page = pageOf(orders, query, found.length < take);
      if (page) return page;
    }
  }

  async ping(call: ShopCall): Promise<void> {
    await this.#engine.run('{ me { id } }', {}, call);
  }

  async abandoned(untouchedSinceMs: number, call: ShopCall) {
    const updatedAt = { before: new Date(untouchedSinceMs) };
    // A gateway that died between its draft and the number leaves a draft that holds nothing.
    const isEmpty = { state: { eq: 'Draft' }, merchantOrderNo: { isNull: true }, totalQuantity: { eq: 0 } };
    for (const { id } of await this.#orders.select(call, { ...isEmpty, updatedAt }, { take: 20 }))
      await this.#orders.deleteDraft(call, id);
    const orders = await this.#orders.select(call, { ...IS_OURS, ...IS_HALF_MADE, updatedAt }, { take: 100 });
    return orders.map(({ id, customFields }) => ({
      merchantOrderNo: customFields.merchantOrderNo ?? '',
      begun: id,
    }));
  }

  async discard(id: string, call: ShopCall): Promise<void> {
    const { state } = await this.#orders.update(call, id, { merchantOrderNo: null });
    if (state === 'Draft') await this.#orders.deleteDraft(call, id);
    else await this.#orders.move(call, id, 'Cancelled');
  }

  async #findByCode(code: string, call: ShopCall): Promise<EngineOrder | undefined> {
    const [order] = await this.#orders.select(call, { ...IS_OURS, code: { eq: code } });
    return order;
  }

  async #known(id: string, call: ShopCall): Promise<ShopOrder> {
    const order = orderOf(await this.#orders.load(call, id));
    if (!order) throw new EngineError(`order ${id} is half-made`);
    return order;
  }
}
