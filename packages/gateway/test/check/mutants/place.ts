import type { GatewayOrderRequest } from '@procurement-intents/contract/gateway/messages';
import { nearestFen } from '@procurement-intents/contract/money';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotUnique, PRICE_FEN } from './shop.ts';
import type { Mutation, Shop, ShopOrder } from './shop.ts';

/** Shorter than a payment takes. */
const LEASE_MS = 40;

/** The shop has to be asked again. */
export class ComeBack extends Error {}

/** What the processes of a gateway share. */
export class Locks {
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #leases = new Map<string, number>();

  /** One holder at a time, until it ends. */
  hold<T>(number: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(number) ?? Promise.resolve()).then(work, work);
    this.#queues.set(number, turn);
    return turn;
  }

  /** One holder at a time, until its time is over. */
  async lease<T>(number: string, work: () => Promise<T>): Promise<T> {
    while ((this.#leases.get(number) ?? 0) > Date.now()) await sleep(1);
    this.#leases.set(number, Date.now() + LEASE_MS);
    return work().finally(() => this.#leases.delete(number));
  }
}

/** Places an order in the shop as one process of a gateway does. */
export class Placing {
  readonly #flights = new Map<string, Promise<ShopOrder>>();

  readonly shop: Shop;
  readonly locks: Locks;
  readonly mutation: Mutation | null;

  constructor(shop: Shop, locks: Locks, mutation: Mutation | null) {
    this.shop = shop;
    this.locks = locks;
    this.mutation = mutation;
  }

  /** @throws ComeBack */
  place(request: GatewayOrderRequest, content: string): Promise<ShopOrder> {
    const number = request.merchantOrderNo;
    const work = () => this.#placeOnce(request, content);
    if (this.mutation === 'dedupe-off') return work();
    const flight = this.#flights.get(number);
    if (flight) return flight;
    const started = this.#locked(number, work).finally(() => this.#flights.delete(number));
    this.#flights.set(number, started);
    return started;
  }

  #locked<T>(number: string, work: () => Promise<T>): Promise<T> {
    if (this.mutation === 'index-dropped') return work();
    return this.mutation === 'lease-for-lock'
      ? this.locks.lease(number, work)
      : this.locks.hold(number, work);
  }

  async #placeOnce(request: GatewayOrderRequest, content: string): Promise<ShopOrder> {
    const order = await this.#findOrBegin(request.merchantOrderNo, content);
    if (order.status !== 'DRAFT') return order;
    const { shop, mutation } = this;
    if (order.quantity === 0 || mutation === 'dedupe-off') await shop.addPieces(order, request.quantity);
    const totalFen = order.quantity * PRICE_FEN;
    if (mutation === 'pay-before-compare') await shop.pay(order);
    if (order.quantity !== request.quantity) throw new ComeBack();
    if (request.maxTotal !== undefined && totalFen > nearestFen(request.maxTotal)) {
      order.refundedFen = order.paidFen;
      shop.setStatus(order, 'REJECTED');
      if (mutation === 'forgets-refusals') shop.remove(order);
      return order;
    }
    if (mutation !== 'pay-before-compare') await shop.pay(order);
    return order;
  }

  async #findOrBegin(number: string, content: string): Promise<ShopOrder> {
    try {
      return this.shop.find(number) ?? (await this.shop.createDraft(number, content));
    } catch (error) {
      const winner = this.shop.find(number);
      if (error instanceof NotUnique && winner && this.mutation === 'dedupe-off') return winner;
      throw error instanceof NotUnique ? new ComeBack() : error;
    }
  }
}
