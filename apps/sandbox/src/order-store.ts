import { randomInt } from 'node:crypto';
import { ITEMS } from './items.ts';
import type { OrderableItem } from './items.ts';
import { openOrderLog } from './order-log.ts';
import type { LogEntry, OrderLog } from './order-log.ts';
import { SHOPS } from './shops.ts';
import type { Shop } from './shops.ts';

export interface Order {
  readonly shop: Shop;
  readonly orderId: string;
  readonly merchantOrderNo: string;
  readonly item: OrderableItem;
  readonly quantity: number;
  readonly unitPriceFen: number;
  readonly amountPaidFen: number;
  readonly createdAtMs: number;
  /** How many orderings with this number reached the shop, the unanswered and refused ones included. */
  postCount: number;
  /** Null unless cancelled. */
  cancelFeeFen: number | null;
}

export type OrderRequest = Pick<
  Order,
  'shop' | 'merchantOrderNo' | 'item' | 'quantity' | 'unitPriceFen' | 'createdAtMs' | 'postCount'
>;

/**
 * The orders of all shops, in memory and (with a file) in an append-only log. Everything is synchronous and
 * written before it is visible: two requests with one number cannot both place, and no answer runs
 * ahead of the file.
 */
export class OrderStore {
  readonly #byId = new Map<string, Order>();
  readonly #byMerchantNo = new Map<string, Order>();
  readonly #log: OrderLog;
  #sequence = 0;

  /** @throws when the file cannot be opened or holds something else. */
  constructor(dataFile: string | null) {
    this.#log = openOrderLog(dataFile, (entry) => this.#apply(entry));
  }

  findById(shop: Shop, orderId: string): Order | null {
    const order = this.#byId.get(orderId);
    return order?.shop === shop ? order : null;
  }

  findByMerchantNo(shop: Shop, merchantOrderNo: string): Order | null {
    return this.#byMerchantNo.get(merchantKey(shop, merchantOrderNo)) ?? null;
  }

  /** Makes the order. The caller has looked in the same turn that the number is new. */
  place(request: OrderRequest): Order {
    const amountPaidFen = ITEMS[request.item].ordering.refusal ? 0 : request.unitPriceFen * request.quantity;
    const orderId = this.#makeOrderId(request.shop, request.createdAtMs);
    this.#record({ kind: 'placed', ...request, orderId, amountPaidFen });
    return this.#load(orderId);
  }

  countRepeat(order: Order): void {
    this.#record({ kind: 'repeated', orderId: order.orderId });
  }

  cancel(order: Order, feeFen: number): void {
    this.#record({ kind: 'cancelled', orderId: order.orderId, feeFen });
  }

  /** Orders in the order of their making; with a number, those of any shop that carry it. */
  list(merchantOrderNo?: string): Order[] {
    if (merchantOrderNo === undefined) return [...this.#byId.values()];
    return SHOPS.map((shop) => this.findByMerchantNo(shop, merchantOrderNo)).filter(
      (order) => order !== null,
    );
  }

  /** Forgets all orders, in the file too. */
  reset(): void {
    this.#log.empty();
    this.#byId.clear();
    this.#byMerchantNo.clear();
  }

  close(): void {
    this.#log.close();
  }

  #record(entry: LogEntry): void {
    this.#log.append(entry);
    this.#apply(entry);
  }

  #apply(entry: LogEntry): void {
    if (entry.kind === 'repeated') this.#load(entry.orderId).postCount += 1;
    else if (entry.kind === 'cancelled') this.#load(entry.orderId).cancelFeeFen = entry.feeFen;
    else {
      const { kind: _, ...placed } = entry;
      const order: Order = { ...placed, cancelFeeFen: null };
      this.#byId.set(order.orderId, order);
      this.#byMerchantNo.set(merchantKey(order.shop, order.merchantOrderNo), order);
      this.#sequence += 1;
    }
  }

  #load(orderId: string): Order {
    const order = this.#byId.get(orderId);
    if (!order) throw new Error(`no order ${orderId}`);
    return order;
  }

  // The random end keeps ids apart across resets and data files: whoever bought remembers old ids.
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

function merchantKey(shop: Shop, merchantOrderNo: string): string {
  return `${shop} ${merchantOrderNo}`;
}
