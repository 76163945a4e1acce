import { setTimeout as sleep } from 'node:timers/promises';

/** What is wrong with a gateway or its shop. */
export const MUTATIONS = [
  'dedupe-off',
  'index-dropped',
  'lease-for-lock',
  'pay-before-compare',
  'forgets-refusals',
  'shows-half-made',
  'offset-cursor',
  'quotes-another-price',
] as const;
export type Mutation = (typeof MUTATIONS)[number];

export interface ShopOrder {
  readonly orderId: string;
  readonly number: string;
  readonly content: string;
  status: 'DRAFT' | 'CONFIRMED' | 'REJECTED' | 'CANCELLED';
  quantity: number;
  /** Sum of all payments. */
  paidFen: number;
  refundedFen: number;
  changedAtMs: number;
}

export const PRICE_FEN = 1990;
const STEP_MS = 15;
/** Long beside the other steps, as payments are. */
const PAY_MS = 60;

/** The number of a new draft exists. */
export class NotUnique extends Error {}

/** A small commerce engine: each call takes time, adds what it is told to add, and prevents nothing by itself. */
export class Shop {
  readonly orders: ShopOrder[] = [];
  /** Orders that were answered with 201. */
  readonly answered = new WeakSet<ShopOrder>();
  readonly #isUnique: boolean;
  #lastChangeMs = 0;

  constructor(mutation: Mutation | null) {
    this.#isUnique = mutation !== 'index-dropped';
  }

  find(number: string): ShopOrder | undefined {
    return this.orders.find((order) => order.number === number);
  }

  /** @throws NotUnique */
  async createDraft(number: string, content: string): Promise<ShopOrder> {
    await sleep(STEP_MS);
    if (this.#isUnique && this.find(number)) throw new NotUnique();
    const order: ShopOrder = {
      orderId: `S-${this.orders.length + 1}`,
      number,
      content,
      status: 'DRAFT',
      quantity: 0,
      paidFen: 0,
      refundedFen: 0,
      changedAtMs: this.#changeTime(),
    };
    this.orders.push(order);
    return order;
  }

  async addPieces(order: ShopOrder, quantity: number): Promise<void> {
    await sleep(STEP_MS);
    order.quantity += quantity;
  }

  /** Charges for the pieces that are in the order by then. */
  async pay(order: ShopOrder): Promise<void> {
    await sleep(PAY_MS);
    order.paidFen += order.quantity * PRICE_FEN;
    this.setStatus(order, 'CONFIRMED');
  }

  remove(order: ShopOrder): void {
    this.orders.splice(this.orders.indexOf(order), 1);
  }

  setStatus(order: ShopOrder, status: ShopOrder['status']): void {
    order.status = status;
    order.changedAtMs = this.#changeTime();
  }

  /** No two changes have the same time. */
  #changeTime(): number {
    this.#lastChangeMs = Math.max(this.#lastChangeMs + 1, Date.now());
    return this.#lastChangeMs;
  }
}
