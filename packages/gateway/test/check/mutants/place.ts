import type { GatewayOrderRequest } from '@procurement-intents/contract/gateway/messages';
import { nearestFen } from '@procurement-intents/contract/money';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotUnique, PRICE_FEN } from './shop.ts';
import type { Mutation, Shop, ShopOrder } from './shop.ts';

/** Far longer than the second of two calls, sent at once, takes to arrive. */
const NEXT_HOLDER_MS = 2_000;

/** The shop has to be asked again. */
export class ComeBack extends Error {}

/** A lock that ends while its holder works. */
class Lease {
  readonly #over = Promise.withResolvers<void>();
  readonly #taken = Promise.withResolvers<void>();

  runOut(): void {
    this.#over.resolve();
  }

  /** Resolves when the lease is over, and tells its holder that somebody else goes on. */
  async take(): Promise<void> {
    await this.#over.promise;
    this.#taken.resolve();
  }

  /** Runs out, and resolves when somebody else has taken it. */
  async lose(): Promise<void> {
    this.runOut();
    await Promise.race([this.#taken.promise, sleep(NEXT_HOLDER_MS)]);
  }
}

/** What the processes of a gateway share. */
export class Locks {
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #leases = new Map<string, Lease>();

  /** One holder at a time, until it ends. */
  hold<T>(number: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(number) ?? Promise.resolve()).then(work, work);
    this.#queues.set(number, turn);
    return turn;
  }

  /** One holder at a time, until it ends or loses its lease. */
  async lease<T>(number: string, work: (lease: Lease) => Promise<T>): Promise<T> {
    const earlier = this.#leases.get(number);
    const lease = new Lease();
    this.#leases.set(number, lease);
    await earlier?.take();
    return work(lease).finally(() => lease.runOut());
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
    const work = (lease?: Lease) => this.#placeOnce(request, content, lease);
    if (this.mutation === 'dedupe-off') return work();
    const flight = this.#flights.get(number);
    if (flight) return flight;
    const started = this.#locked(number, work).finally(() => this.#flights.delete(number));
    this.#flights.set(number, started);
    return started;
  }

  #locked<T>(number: string, work: (lease?: Lease) => Promise<T>): Promise<T> {
    if (this.mutation === 'index-dropped') return work();
    return this.mutation === 'lease-for-lock'
      ? this.locks.lease(number, work)
      : this.locks.hold(number, () => work());
  }

  async #placeOnce(
    request: GatewayOrderRequest,
    content: string,
    lease: Lease | undefined,
  ): Promise<ShopOrder> {
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
    await lease?.lose();
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
