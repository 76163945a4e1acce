import type { UnclearAnswer, UnclearReason } from '@procurement-intents/domain';
import { merchantOrderNosOf } from '../../src/intent-rows/merchant-order-no.ts';
import type {
  FindOrderResult,
  OrderRequest,
  PlaceOrderResult,
  Platform,
  PlatformOrder,
  ProductPageResult,
} from '../../src/platforms/platform.ts';
import type { FakeClock } from '../support/fake-clock.ts';

interface ShopOrder extends PlatformOrder {
  merchantOrderNo: string;
  /** What the cancellation costs that was asked for; absent when the shop itself has cancelled the order. */
  feeFen?: number;
  /** Confirmed only once its cancellation is asked for, which is then carried out late and without an answer. */
  isSlow: boolean;
}
interface PendingOrder {
  atMs: number;
  request: OrderRequest;
}

const DEAD = new Set(['CANCELLED', 'REJECTED']);
/** A cancellation is carried out within this time: longer than tests let the service repeat one. */
export const LATEST_CANCEL_MS = 120_000;
const unclear = (reason: UnclearReason, isNotSent = false): UnclearAnswer => ({
  ok: false,
  kind: 'unclear',
  reason,
  ...(reason.startsWith('HTTP_') && { status: Number(reason.slice('HTTP_'.length)) }),
  ...(reason === 'RATE_LIMITED' && { status: 429 }),
  ...(isNotSent && { isNotSent: true }),
});

const numbersOf = (id: string): string[] => merchantOrderNosOf({ id, merchantOrderNo: null });

/**
 * A shop in virtual time whose page and answers are others at every call. It keeps the ordering protocol: one order a
 * number, none made after `placeBefore`, and a status never goes back. A cancellation may be carried out long after it was
 * asked for, also when the order was confirmed meanwhile. A test may let it hide an order.
 *
 * @param name - begins its order ids: a platform has each of them once, whatever shops a test makes of it.
 */
export function createVirtualShop(clock: FakeClock, random: () => number, name = 'V') {
  const orders = new Map<string, ShopOrder>();
  const pending = new Map<string, PendingOrder>();
  /** When each order is cancelled whose cancellation is under way. */
  const pendingCancels = new Map<ShopOrder, number>();
  /** Orders that look-ups do not show until then. */
  const hiddenUntil = new Map<string, number>();
  /** Numbers whose order was shown since `forgetShown`. */
  const shown = new Set<string>();
  let serial = 0;
  const one = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;

  function make({ merchantOrderNo, maxTotalFen }: OrderRequest): ShopOrder {
    const known = orders.get(merchantOrderNo);
    if (known) return known;
    serial += 1;
    const isRejected = random() < 0.15;
    const isSlow = !isRejected && random() < 0.15;
    const order: ShopOrder = {
      orderId: `${name}${serial}`,
      merchantOrderNo,
      status: isRejected ? 'REJECTED' : isSlow ? 'ACCEPTED' : one('ACCEPTED', 'CONFIRMED'),
      amountPaidFen: maxTotalFen,
      parcels: [],
      isSlow,
      ...(isRejected && { reason: one('OUT_OF_STOCK', 'PRICE_CHANGED', 'OTHER') }),
    };
    orders.set(merchantOrderNo, order);
    return order;
  }
  /** Orders that were under way and have been made by now; accepted ones may have moved on. */
  function catchUp(): void {
    const nowMs = clock.now().getTime();
    for (const [no, { atMs, request }] of pending) {
      if (atMs > nowMs) continue;
      pending.delete(no);
      make(request);
    }
    for (const [order, atMs] of pendingCancels) if (atMs <= nowMs) cancel(order);
  }
  function cancel(order: ShopOrder): number {
    pendingCancels.delete(order);
    if (!DEAD.has(order.status)) {
      order.status = 'CANCELLED';
      order.feeFen = 100 + serial;
    }
    return order.feeFen ?? 0;
  }
  function look(order: ShopOrder | undefined): FindOrderResult {
    if (random() < 0.2) return unclear(one('TIMEOUT', 'HTTP_503', 'CONNECTION'));
    if (order?.status === 'ACCEPTED' && order.isSlow) {
      if (pendingCancels.has(order)) order.status = 'CONFIRMED';
    } else if (order?.status === 'ACCEPTED' && random() < 0.3) {
      order.status = one('CONFIRMED', 'CONFIRMED', 'CANCELLED');
    }
    return { ok: true, order: order && !isHidden(order.merchantOrderNo) ? show(order) : null };
  }
  const isHidden = (no: string): boolean => clock.now().getTime() < (hiddenUntil.get(no) ?? 0);
  function show(order: ShopOrder): PlatformOrder {
    shown.add(order.merchantOrderNo);
    return { ...order };
  }

  const platform: Platform = {
    id: 'PLATFORM_A',
    ownsProductUrl: () => true,
    async fetchProductPage(): Promise<ProductPageResult> {
      const page = { title: 'x', priceFen: 19_900, isAvailable: true, finalUrl: 'x' };
      return one<() => ProductPageResult>(
        () => ({ ok: true, page }),
        () => ({ ok: true, page }),
        () => ({ ok: true, page: { ...page, priceFen: 18_000 } }),
        () => ({ ok: true, page: { ...page, priceFen: 21_000 } }),
        () => ({ ok: true, page: { ...page, isAvailable: false } }),
        () => ({ ok: false, kind: 'refused', reason: one('NOT_FOUND', 'NOT_A_PRODUCT', 'CLIENT_ERROR') }),
        () => unclear(one('TIMEOUT', 'HTTP_503')),
      )();
    },
    async placeOrder(request, { maySend }): Promise<PlaceOrderResult> {
      catchUp();
      if (maySend && !maySend()) return unclear('TOO_LATE', true);
      const deadlineMs = clock.now().getTime() + request.placeBeforeSeconds * 1000;
      const known = orders.get(request.merchantOrderNo);
      if (known) return random() < 0.5 ? { ok: true, order: show(known) } : unclear('HTTP_502');
      return one<() => PlaceOrderResult>(
        () => ({ ok: true, order: show(make(request)) }),
        () => (make(request), unclear(one('TIMEOUT', 'CONNECTION', 'HTTP_503', 'RATE_LIMITED'))),
        () => {
          const atMs = clock.now().getTime() + random() * (deadlineMs - clock.now().getTime());
          pending.set(request.merchantOrderNo, { atMs, request });
          return unclear(one('TIMEOUT', 'HTTP_503', 'HTTP_504'));
        },
        () => unclear(one('HTTP_503', 'HTTP_500', 'TIMEOUT')),
        () => unclear('CIRCUIT_OPEN', true),
        // This call alone: what is under way of an earlier one goes on.
        () => ({ ok: false, kind: 'refused', reason: one('OUT_OF_STOCK', 'LIMIT_EXCEEDED') }),
      )();
    },
    async findOrder(merchantOrderNo) {
      catchUp();
      return look(orders.get(merchantOrderNo));
    },
    async getOrder(orderId) {
      catchUp();
      return look([...orders.values()].find((order) => order.orderId === orderId));
    },
    async cancelOrder(orderId) {
      catchUp();
      const order = [...orders.values()].find((candidate) => candidate.orderId === orderId);
      if (!order || random() < 0.2) return unclear('TIMEOUT');
      const isOpen = order.status === 'ACCEPTED' || pendingCancels.has(order);
      if (!isOpen && order.status !== 'CANCELLED') {
        return { ok: false, kind: 'refused', reason: 'CONFIRMED' };
      }
      const isHanging = pendingCancels.has(order) ? random() < 0.9 : random() < 0.3;
      if (isOpen && (order.isSlow || isHanging)) {
        const afterMs = (order.isSlow ? 0.5 + random() / 2 : random()) * LATEST_CANCEL_MS;
        pendingCancels.set(order, pendingCancels.get(order) ?? clock.now().getTime() + afterMs);
        return unclear(one('TIMEOUT', 'HTTP_504'));
      }
      const feeFen = cancel(order);
      return random() < 0.2 ? unclear('CONNECTION') : { ok: true, feeFen, refund: 'done' };
    },
    listChangedOrders: async () => ({ ok: true, orders: [], nextCursor: null }),
    describe: async () => ({ ok: true, capabilities: null }),
    close: async () => {},
  };

  return {
    platform,
    /** Whether an order of the intent was shown since `forgetShown`. */
    wasShown: (id: string): boolean => numbersOf(id).some((no) => shown.has(no)),
    forgetShown: (): void => shown.clear(),
    /** Lets look-ups find no order of the intent for so long. */
    hide(id: string, forMs: number): void {
      for (const no of numbersOf(id)) hiddenUntil.set(no, clock.now().getTime() + forMs);
    },
    isHidden: (id: string): boolean => numbersOf(id).some(isHidden),
    /** Every order of the intent, under whichever form of its number, as the shop has it now. */
    ordersOf(id: string): ShopOrder[] {
      catchUp();
      return numbersOf(id).flatMap((no) => orders.get(no) ?? []);
    },
    /** Orders that stand or may still come to stand. */
    liveOrdersOf(id: string): string[] {
      catchUp();
      const numbers = numbersOf(id);
      const standing = numbers
        .flatMap((no) => orders.get(no) ?? [])
        .filter(({ status }) => !DEAD.has(status));
      return [
        ...standing.map(({ status }) => status),
        ...numbers.filter((no) => pending.has(no) && !orders.has(no)),
      ];
    },
  };
}
