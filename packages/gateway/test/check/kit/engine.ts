import { setTimeout as sleep } from 'node:timers/promises';
import { pickChanged, Refused, Taken } from '../../../src/index.ts';
import type { ChangedOrders, Found, Payment, Purchase, ShopCancel, ShopOrder } from '../../../src/index.ts';

const PRICE_FEN = 1_990;
const FEE_FEN = 500;
/** Pieces that one order gets. */
const MOST_PIECES = 3;
const STEP_MS = { begin: 15, fill: 15, pay: 60, refuse: 15, cancel: 15 };

/** How a shop works. */
export interface Habits {
  /** How long each step takes, in milliseconds. */
  stepMs?: Partial<typeof STEP_MS>;
  /** The first filling of an order takes so long, or until a payment for it begins. */
  lateFillMs?: number;
  /** Stores the total before it charges, and charges each key once. Otherwise a payment is one step, repeated by whoever asks. */
  storesTotal?: boolean;
  /** Does not return the total that it has stored, and shows a refused order as never paid. */
  forgetsTotal?: boolean;
}

interface Row {
  orderId: string;
  merchantOrderNo: string;
  contentHash: string;
  status: ShopOrder['status'] | null;
  reason: ShopOrder['reason'];
  quantity: number;
  fills: number;
  /** It got fewer pieces than it asked for. */
  isShort: boolean;
  paidFen: number;
  chargedFen: number;
  refundedFen: number;
  feeFen: number;
  payingFen: number | null;
  /** Resolves when a payment begins. */
  paying: PromiseWithResolvers<void>;
  changedAtMs: number;
}

/** A payment whose caller has died. */
export interface LeftPayment {
  merchantOrderNo: string;
  /** Lets it end, and with it the time in which the shop wrote to the order. */
  end(): void;
}

/**
 * A shop as real ones are: a step takes time and goes on when its caller has gone, lines add up, and nothing but the number
 * guards an order against two callers.
 */
export class Engine {
  readonly #habits: Habits;
  readonly #rows = new Map<string, Row>();
  #watcher: PromiseWithResolvers<LeftPayment> | null = null;
  readonly #left = new Map<string, LeftPayment>();

  constructor(habits: Habits = {}) {
    this.#habits = habits;
  }

  quote(url: string) {
    const sku = /^\/products\/([12])$/.exec(new URL(url).pathname)?.[1];
    return sku === undefined ? null : { sku, title: '商品', priceFen: PRICE_FEN, available: sku === '1' };
  }

  find(merchantOrderNo: string): Found<string> | null {
    const row = this.#rows.get(merchantOrderNo);
    if (!row) return null;
    const { contentHash, changedAtMs: touchedAtMs, payingFen } = row;
    if (row.status) return { contentHash, order: present(row) };
    const isForgotten = this.#habits.forgetsTotal === true;
    return {
      contentHash,
      begun: merchantOrderNo,
      touchedAtMs,
      payingFen: isForgotten ? null : payingFen,
    };
  }

  async begin({ merchantOrderNo, contentHash }: Purchase): Promise<string> {
    await this.#step('begin');
    if (this.#rows.has(merchantOrderNo)) throw new Taken();
    this.#rows.set(merchantOrderNo, {
      orderId: `S-${this.#rows.size + 1}`,
      merchantOrderNo,
      contentHash,
      status: null,
      reason: undefined,
      quantity: 0,
      fills: 0,
      isShort: false,
      paidFen: 0,
      chargedFen: 0,
      refundedFen: 0,
      feeFen: 0,
      payingFen: null,
      paying: Promise.withResolvers(),
      changedAtMs: Date.now(),
    });
    return merchantOrderNo;
  }

  /** Takes off the pieces that it saw, and adds what is asked for; too many are cut, and told at the next call. */
  async fill(merchantOrderNo: string, { sku, quantity }: Purchase) {
    const row = this.#row(merchantOrderNo);
    if (row.isShort) throw new Refused('OUT_OF_STOCK');
    row.changedAtMs = Date.now();
    row.fills += 1;
    const { lateFillMs } = this.#habits;
    const seen = row.quantity;
    if (lateFillMs !== undefined && row.fills === 1)
      await Promise.race([row.paying.promise, sleep(lateFillMs)]);
    else await this.#step('fill');
    row.quantity += Math.min(quantity, MOST_PIECES) - seen;
    row.isShort = quantity > MOST_PIECES;
    return { totalFen: row.quantity * PRICE_FEN, lines: [{ sku, quantity: row.quantity }] };
  }

  /** Charges for the pieces that are in the order by then. */
  async pay(merchantOrderNo: string, { totalFen }: Payment): Promise<ShopOrder> {
    const row = this.#row(merchantOrderNo);
    row.paying.resolve();
    this.#left.get(merchantOrderNo)?.end();
    const { storesTotal } = this.#habits;
    if (storesTotal) {
      row.payingFen = totalFen;
      row.paidFen = totalFen;
      row.chargedFen = totalFen;
    }
    const isLeft = await this.#leave(merchantOrderNo);
    if (isLeft && storesTotal) throw new Error('nobody is there to note the charge');
    if (!isLeft) await this.#step('pay');
    if (!storesTotal) {
      row.paidFen += row.quantity * PRICE_FEN;
      row.chargedFen = row.paidFen;
    }
    return this.#end(row, 'CONFIRMED');
  }

  async refuse(merchantOrderNo: string, { reason }: Pick<ShopOrder, 'reason'>): Promise<ShopOrder> {
    await this.#step('refuse');
    const row = Object.assign(this.#row(merchantOrderNo), { reason });
    if (this.#habits.forgetsTotal) row.paidFen = 0;
    return this.#end(row, 'REJECTED');
  }

  /** What the payment provider of the shop knows, which forgets nothing. */
  chargedFen(merchantOrderNo: string): number {
    const row = this.#rows.get(merchantOrderNo);
    return row ? row.chargedFen - row.refundedFen : 0;
  }

  get(orderId: string): ShopOrder | null {
    const row = this.#byId(orderId);
    return row?.status ? present(row) : null;
  }

  /** Takes back whatever it is asked to, also what has left. */
  async cancel(orderId: string): Promise<ShopCancel> {
    const row = this.#byId(orderId);
    if (!row) throw new Error(`no order ${orderId}`);
    if (row.status !== 'CANCELLED') {
      await this.#step('cancel');
      row.feeFen = FEE_FEN;
      row.refundedFen += row.paidFen - FEE_FEN;
      this.#end(row, 'CANCELLED');
    }
    return { feeFen: row.feeFen, refund: 'done' };
  }

  list(query: ChangedOrders): ShopOrder[] {
    return pickChanged([...this.#rows.values()].filter(({ status }) => status !== null).map(present), query);
  }

  ping(): void {}

  ship(orderId: string): void {
    const row = this.#byId(orderId);
    if (row) this.#end(row, 'SHIPPED');
  }

  /** The next payment that begins. It does not end before it is told to, or another one begins for its order. */
  nextPayment(): Promise<LeftPayment> {
    this.#watcher = Promise.withResolvers();
    return this.#watcher.promise;
  }

  /** Whether the caller of this payment dies; then it resolves when the payment is to end. */
  async #leave(merchantOrderNo: string): Promise<boolean> {
    const watcher = this.#watcher;
    if (!watcher) return false;
    this.#watcher = null;
    const ended = Promise.withResolvers<void>();
    const left = { merchantOrderNo, end: () => ended.resolve() };
    this.#left.set(merchantOrderNo, left);
    watcher.resolve(left);
    await ended.promise;
    this.#left.delete(merchantOrderNo);
    return true;
  }

  /** The shop has written to the order just now. */
  touch(merchantOrderNo: string): void {
    this.#row(merchantOrderNo).changedAtMs = Date.now();
  }

  async #step(name: keyof typeof STEP_MS): Promise<void> {
    await sleep(this.#habits.stepMs?.[name] ?? STEP_MS[name]);
  }

  #end(row: Row, status: NonNullable<Row['status']>): ShopOrder {
    return present(Object.assign(row, { status, changedAtMs: Date.now() }));
  }

  #row(merchantOrderNo: string): Row {
    const row = this.#rows.get(merchantOrderNo);
    if (!row) throw new Error(`no order ${merchantOrderNo}`);
    return row;
  }

  #byId(orderId: string): Row | undefined {
    return [...this.#rows.values()].find((row) => row.orderId === orderId);
  }
}

function present(row: Row): ShopOrder {
  const { orderId, merchantOrderNo, status, paidFen, refundedFen, reason, changedAtMs } = row;
  if (!status) throw new Error(`${merchantOrderNo} is half-made`);
  return {
    orderId,
    merchantOrderNo,
    status,
    amountPaidFen: paidFen,
    ...(refundedFen > 0 && { refundedFen }),
    reason,
    updatedAtMs: changedAtMs,
  };
}
