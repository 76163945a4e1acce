import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayCancelled, GatewayOrder } from '@procurement-intents/contract/gateway/messages';
import type { GatewayOrderRequest } from '@procurement-intents/contract/gateway/messages';
import { nearestFen } from '@procurement-intents/contract/money';
import { type Budget, yuan } from './budget.ts';
import { BrokenPromise, CannotCheck, expectKept } from './broken-promise.ts';
import type { Exchange } from './exchange.ts';
import type { Answer, CallOptions, HttpClient } from './http-client.ts';
import type { CheckSettings, Sizes, Times } from './settings.ts';

/** Whole seconds that each order may take, if a check names no other. */
const PLACE_SECONDS = 10;
const MAX_RETRY_AFTER_MS = 5_000;
/** Calls of the checker's own housekeeping that run at once. */
const CONCURRENCY = 8;
const TEST_RECIPIENT = { name: '测试', address: '北京市海淀区中关村大街 1 号', phone: '13800138000' };

/** What is known about a number that the run has sent. */
interface SentNumber {
  merchantOrderNo: string;
  /** Whether the last call with it was answered. */
  isAnswered: boolean;
  /** When no order can appear any more from the last call with it. */
  overAtMs: number;
  isKept: boolean;
}

export interface ProbeParts {
  settings: CheckSettings;
  sizes: Sizes;
  times: Times;
  budget: Budget;
  client: HttpClient;
  second: HttpClient | null;
  priceFen: number;
  /** Time at the gateway before the first call. */
  startedAt: Date;
}

/** What a check does to a gateway: it orders, looks and cancels, within the limit, and remembers what it has sent. */
export class Probe {
  readonly settings: CheckSettings;
  readonly sizes: Sizes;
  readonly times: Times;
  readonly client: HttpClient;
  readonly second: HttpClient | null;
  readonly priceFen: number;
  /** Most that one piece costs with its shipping. */
  readonly capFen: number;
  /** Time at the gateway before the first order of the run. */
  readonly startedAt: Date;
  readonly #budget: Budget;
  readonly #run = randomBytes(4).toString('hex');
  readonly #sent = new Map<string, SentNumber>();
  #count = 0;
  #firstOrder: Promise<GatewayOrder> | undefined;

  constructor({ settings, sizes, times, budget, client, second, priceFen, startedAt }: ProbeParts) {
    this.settings = settings;
    this.sizes = sizes;
    this.times = times;
    this.client = client;
    this.second = second;
    this.priceFen = priceFen;
    this.capFen = priceFen + (settings.shippingFen ?? 0);
    this.startedAt = startedAt;
    this.#budget = budget;
  }

  get leftFen(): number {
    return this.#budget.leftFen;
  }

  /** Every address of the gateway. */
  get clients(): HttpClient[] {
    return this.second ? [this.client, this.second] : [this.client];
  }

  /** A merchant order number that was never used. */
  newNumber(): string {
    this.#count += 1;
    return `chk-${this.#run}-${this.#count}`;
  }

  newNumbers(count: number): string[] {
    return Array.from({ length: count }, () => this.newNumber());
  }

  /** The order of one piece with nothing wrong about it. */
  request(merchantOrderNo: string, fields: Partial<GatewayOrderRequest> = {}): GatewayOrderRequest {
    const { product, recipient = TEST_RECIPIENT } = this.settings;
    return {
      merchantOrderNo,
      productUrl: product,
      quantity: 1,
      unitPrice: this.priceFen / 100,
      maxTotal: this.capFen / 100,
      placeBefore: PLACE_SECONDS,
      recipient,
      ...fields,
    };
  }

  /** Sends an order once, after setting aside what it may cost. */
  async place(
    merchantOrderNo: string,
    fields: Partial<GatewayOrderRequest> = {},
    { client = this.client, ...options }: CallOptions & { client?: HttpClient } = {},
  ): Promise<Answer> {
    const body = this.request(merchantOrderNo, fields);
    this.#budget.reserve(merchantOrderNo, nearestFen(body.maxTotal ?? this.capFen / 100));
    const sent = this.#remember(merchantOrderNo);
    const placeMs = (body.placeBefore ?? PLACE_SECONDS) * 1000;
    sent.overAtMs = Math.max(sent.overAtMs, Date.now() + placeMs + this.times.inFlightMs);
    const answer = await client.call('POST', '/orders', { body, ...options });
    sent.isAnswered = answer.status !== null;
    return answer;
  }

  /** Sends an order until the response is clear. @throws BrokenPromise when it stays unclear. */
  async placeUntilClear(merchantOrderNo: string, fields: Partial<GatewayOrderRequest> = {}): Promise<Answer> {
    const giveUpAt = Date.now() + this.times.clearMs;
    for (;;) {
      const answer = await this.place(merchantOrderNo, fields);
      if (!isUnclear(answer.status)) return answer;
      expectKept(
        Date.now() < giveUpAt,
        `no clear response within ${this.times.clearMs} ms, however often the order was sent`,
        answer.exchange,
      );
      await sleep(retryDelayMs(answer, this.times.pollMs));
    }
  }

  /** Sends an order until the response is clear. @throws BrokenPromise when the gateway does not accept it. */
  async buy(merchantOrderNo: string, fields: Partial<GatewayOrderRequest> = {}): Promise<GatewayOrder> {
    return this.#readBought(await this.placeUntilClear(merchantOrderNo, fields));
  }

  #readBought(answer: Answer): GatewayOrder {
    const { status, exchange } = answer;
    expectKept(isOrder(status), 'an order with nothing wrong is refused', exchange);
    const order = this.readOrder(answer);
    expectKept(order.status !== 'REJECTED', 'an order with nothing wrong is REJECTED', exchange);
    return order;
  }

  /**
   * The first order of the run. What it costs, every order of one piece costs. It is cancelled last.
   *
   * @throws CannotCheck when it costs more than the run was told.
   */
  firstOrder(): Promise<GatewayOrder> {
    this.#firstOrder ??= this.#buyFirst();
    return this.#firstOrder;
  }

  find(merchantOrderNo: string): Promise<Answer> {
    return this.client.call('GET', `/orders/by-merchant-no/${encodeURIComponent(merchantOrderNo)}`);
  }

  /** The order of the number, or null. @throws BrokenPromise when the response is neither. */
  async findOrder(merchantOrderNo: string): Promise<GatewayOrder | null> {
    const answer = await this.find(merchantOrderNo);
    return answer.status === 404 ? null : this.readOrder(answer);
  }

  get(orderId: string): Promise<Answer> {
    return this.client.call('GET', `/orders/${encodeURIComponent(orderId)}`);
  }

  cancel(
    orderId: string,
    { client = this.client, ...options }: CallOptions & { client?: HttpClient } = {},
  ): Promise<Answer> {
    return client.call('POST', `/orders/${encodeURIComponent(orderId)}/cancel`, options);
  }

  /** @throws BrokenPromise when the response is no valid order. */
  readOrder({ status, json, exchange }: Answer): GatewayOrder {
    expectKept(isOrder(status), 'the response is no order', exchange);
    return readJson(GatewayOrder, json, exchange);
  }

  /** Waits until `isDone`, or until `times.watchMs` is over; whether it is done. */
  async waitUntil(isDone: () => Promise<boolean>, limitMs = this.times.watchMs): Promise<boolean> {
    const giveUpAt = Date.now() + limitMs;
    for (;;) {
      if (await isDone()) return true;
      if (Date.now() >= giveUpAt) return false;
      await sleep(this.times.pollMs);
    }
  }

  /** Cancels what the run has bought since the last call, and counts what it has cost. The first order goes last. */
  async cleanUp({ withFirst = false } = {}): Promise<void> {
    const due = [...this.#sent.values()].filter(({ isKept }) => withFirst || !isKept);
    await eachOf(due, CONCURRENCY, async (sent) => {
      const costFen = await this.#undo(sent);
      if (costFen === null) return;
      this.#budget.settle(sent.merchantOrderNo, costFen);
      this.#sent.delete(sent.merchantOrderNo);
    });
  }

  /** What the number has cost after its cancellation; null when nobody knows. */
  async #undo({ merchantOrderNo, isAnswered, overAtMs }: SentNumber): Promise<number | null> {
    const found = await this.find(merchantOrderNo);
    if (found.status === 404) return isAnswered || Date.now() >= overAtMs ? 0 : null;
    const { data: order } = GatewayOrder.safeParse(found.json);
    if (!order) return null;
    const paidFen = nearestFen(order.amountPaid) - nearestFen(order.refunded ?? 0);
    if (order.status === 'REJECTED') return paidFen;
    const cancelled = await this.cancel(order.orderId);
    if (cancelled.status !== 200) return paidFen;
    const { data } = GatewayCancelled.safeParse(cancelled.json);
    return data ? nearestFen(data.fee) : paidFen;
  }

  async #buyFirst(): Promise<GatewayOrder> {
    const merchantOrderNo = this.newNumber();
    const answer = await this.placeUntilClear(merchantOrderNo);
    if (reasonOf(answer) === 'PRICE_CHANGED')
      throw new CannotCheck(
        `one piece is REJECTED as PRICE_CHANGED when it may cost ${yuan(this.capFen)} yuan; --shipping is the most that shipping costs, --price what the shop charges for a piece`,
      );
    const order = this.#readBought(answer);
    this.#remember(merchantOrderNo).isKept = true;
    return order;
  }

  #remember(merchantOrderNo: string): SentNumber {
    const known = this.#sent.get(merchantOrderNo);
    if (known) return known;
    const sent: SentNumber = { merchantOrderNo, isAnswered: false, overAtMs: 0, isKept: false };
    this.#sent.set(merchantOrderNo, sent);
    return sent;
  }
}

/** Whether a status comes with an order. */
export const isOrder = (status: number | null): boolean => status === 200 || status === 201;

/** Why an order is refused, as the gateway names it. */
export const reasonOf = ({ json }: Answer): unknown => (json as { reason?: unknown } | undefined)?.reason;

/** Whether a status says nothing about the order. */
export function isUnclear(status: number | null): boolean {
  return status === null || status === 429 || status >= 500;
}

/** How long the gateway wants to be left alone. */
export function retryDelayMs({ headers }: Answer, fallbackMs: number): number {
  const seconds = Number(headers['retry-after']);
  return seconds > 0 ? Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) : fallbackMs;
}

/** A message of the contract. */
interface Schema<T> {
  safeParse: (
    json: unknown,
  ) =>
    | { success: true; data: T }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

/** @throws BrokenPromise that names what is wrong with the body. */
export function readJson<T>(schema: Schema<T>, json: unknown, exchange: Exchange): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new BrokenPromise(`the body is not what the protocol describes: ${issues.join('; ')}`, [exchange]);
}

/** Runs `work` for each item, at most `limit` at once. */
export async function eachOf<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const pending = items.values();
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const item of pending) await work(item);
    }),
  );
}
