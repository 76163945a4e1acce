import type { RejectReason } from '@procurement-intents/contract/gateway/codes';
import { randomInt } from 'node:crypto';
import { ITEMS } from '../items.ts';
import type { OrderableItem } from '../items.ts';
import { openOrderLog } from './order-log.ts';
import type { LogEntry, OrderLog } from './order-log.ts';
import { SHOPS } from '../shops.ts';
import type { Shop } from '../shops.ts';
import { createSteadyClock } from '../steady-clock.ts';

export interface Order {
  readonly shop: Shop;
  readonly orderId: string;
  readonly merchantOrderNo: string;
  readonly item: OrderableItem;
  readonly quantity: number;
  readonly unitPriceFen: number;
  /** The whole charge, shipping included; 0 when refused. */
  readonly amountPaidFen: number;
  readonly shippingFen: number;
  /** Set when the shop records the order but refuses it. */
  readonly refusal: RejectReason | null;
  /** When the order is made. It is invisible until then. */
  readonly createdAtMs: number;
  /** Digest of what was ordered for whom; null for orders of older files. */
  readonly contentHash: string | null;
  readonly productHash: string | null;
  readonly remarks: string | null;
  /** How many posts with this number reached the shop, including unanswered and refused ones. */
  postCount: number;
  /** Null unless the buyer has cancelled. */
  cancelled: { feeFen: number; atMs: number } | null;
}

/** A number without an order: only another post continues it. */
export interface BegunOrder {
  readonly shop: Shop;
  readonly merchantOrderNo: string;
  readonly contentHash: string;
  postCount: number;
}

export type NewOrder = Omit<Order, 'orderId' | 'cancelled' | 'contentHash' | 'productHash' | 'remarks'> & {
  readonly contentHash: string;
  readonly productHash: string;
  readonly remarks?: string | undefined;
};

type PlacedEntry = Extract<LogEntry, { kind: 'placed' }>;

/**
 * The orders of all shops, in memory and (with a file) in an append-only log. Everything is synchronous and written
 * before it is visible: two requests with one number cannot both place an order, and no response is sent before its
 * data is in the file.
 */
export class OrderStore {
  /** Milliseconds since 1970, never decreasing, and later than everything in the file. */
  readonly now: () => number;
  readonly #byId = new Map<string, Order>();
  readonly #byMerchantNo = new Map<string, Order>();
  readonly #begun = new Map<string, BegunOrder>();
  /** The first order of each product that was not refused. */
  readonly #sales = new Map<string, Order>();
  readonly #log: OrderLog;
  #sequence = 0;
  #recordedAtMs = 0;

  /** @throws Error when the file cannot be opened or has other content. */
  constructor(dataFile: string | null, now: () => number = Date.now) {
    this.#log = openOrderLog(dataFile, (entry) => this.#apply(entry));
    this.now = createSteadyClock(now, this.#recordedAtMs);
  }

  /** Null until the order is made, like every `find` except {@link findPlaced}. */
  findById(shop: Shop, orderId: string): Order | null {
    const order = this.#byId.get(orderId);
    return order?.shop === shop && this.#isMade(order) ? order : null;
  }

  findByMerchantNo(shop: Shop, merchantOrderNo: string): Order | null {
    const order = this.findPlaced(shop, merchantOrderNo);
    return order && this.#isMade(order) ? order : null;
  }

  /** The order of the number, also one that is not made yet. */
  findPlaced(shop: Shop, merchantOrderNo: string): Order | null {
    return this.#byMerchantNo.get(keyOf(shop, merchantOrderNo)) ?? null;
  }

  findBegun(shop: Shop, merchantOrderNo: string): BegunOrder | null {
    return this.#begun.get(keyOf(shop, merchantOrderNo)) ?? null;
  }

  /** The order that took the only piece of a product, from the moment the shop reserved it. */
  findSale(shop: Shop, productHash: string): Order | null {
    return this.#sales.get(keyOf(shop, productHash)) ?? null;
  }

  /** Records the order. In the same tick, the caller has checked that the number has none. */
  place(order: NewOrder): Order {
    const orderId = this.#makeOrderId(order.shop, order.createdAtMs);
    this.#record({ kind: 'placed', ...order, orderId, recordedAtMs: this.now() });
    return this.#load(orderId);
  }

  /** Records that the number arrived without an order being made. */
  begin(begun: Omit<BegunOrder, 'postCount'>): void {
    this.#record({ kind: 'begun', ...begun });
  }

  countRepeat(order: Order): void {
    this.#record({ kind: 'repeated', orderId: order.orderId });
  }

  cancel(order: Order, feeFen: number): void {
    this.#record({ kind: 'cancelled', orderId: order.orderId, feeFen, recordedAtMs: this.now() });
  }

  /** Orders by creation time; with a number, the orders of any shop that have it. */
  list(merchantOrderNo?: string): Order[] {
    if (merchantOrderNo === undefined) return [...this.#byId.values()].filter((order) => this.#isMade(order));
    return SHOPS.map((shop) => this.findByMerchantNo(shop, merchantOrderNo)).filter(
      (order) => order !== null,
    );
  }

  /** Deletes all orders, in the file too. */
  reset(): void {
    this.#log.empty();
    for (const map of [this.#byId, this.#byMerchantNo, this.#begun, this.#sales]) map.clear();
  }

  close(): void {
    this.#log.close();
  }

  #isMade({ createdAtMs }: Order): boolean {
    return createdAtMs <= this.now();
  }

  #record(entry: LogEntry): void {
    this.#log.append(entry);
    this.#apply(entry);
  }

  #apply(entry: LogEntry): void {
    switch (entry.kind) {
      case 'placed':
        return this.#addOrder(entry);
      case 'begun':
        return this.#addBegun(entry);
      case 'repeated':
        this.#load(entry.orderId).postCount += 1;
        return;
      case 'cancelled': {
        const order = this.#load(entry.orderId);
        const atMs = entry.recordedAtMs ?? order.createdAtMs;
        order.cancelled = { feeFen: entry.feeFen, atMs };
        this.#recordedAtMs = Math.max(this.#recordedAtMs, atMs);
      }
    }
  }

  #addOrder(entry: PlacedEntry): void {
    const { kind: _, recordedAtMs, ...placed } = entry;
    const order: Order = {
      ...placed,
      shippingFen: placed.shippingFen ?? 0,
      refusal: placed.refusal === undefined ? ITEMS[placed.item].ordering.refusal : placed.refusal,
      contentHash: placed.contentHash ?? null,
      productHash: placed.productHash ?? null,
      remarks: placed.remarks ?? null,
      cancelled: null,
    };
    const key = keyOf(order.shop, order.merchantOrderNo);
    this.#byId.set(order.orderId, order);
    this.#byMerchantNo.set(key, order);
    this.#begun.delete(key);
    const product = keyOf(order.shop, order.productHash ?? '');
    if (order.refusal === null && !this.#sales.has(product)) this.#sales.set(product, order);
    this.#sequence += 1;
    this.#recordedAtMs = Math.max(this.#recordedAtMs, recordedAtMs ?? order.createdAtMs);
  }

  #addBegun({ shop, merchantOrderNo, contentHash }: Omit<BegunOrder, 'postCount'>): void {
    const key = keyOf(shop, merchantOrderNo);
    const postCount = (this.#begun.get(key)?.postCount ?? 0) + 1;
    this.#begun.set(key, { shop, merchantOrderNo, contentHash, postCount });
  }

  #load(orderId: string): Order {
    const order = this.#byId.get(orderId);
    if (!order) throw new Error(`no order ${orderId}`);
    return order;
  }

  // The random suffix keeps ids unique across resets and data files: buyers remember old ids.
  #makeOrderId(shop: Shop, createdAtMs: number): string {
    const date = new Date(createdAtMs).toISOString().slice(0, 10).replaceAll('-', '');
    for (;;) {
      const sequence = String(this.#sequence + 1).padStart(6, '0');
      const random = String(randomInt(1_000_000)).padStart(6, '0');
      const orderId = `${shop.toUpperCase()}${date}-${sequence}-${random}`;
      if (!this.#byId.has(orderId)) return orderId;
    }
  }
}

function keyOf(shop: Shop, name: string): string {
  return `${shop} ${name}`;
}
