import { pickChanged, Refused, Taken } from '../../src/index.ts';
import type {
  ChangedOrders,
  Found,
  Purchase,
  ShopAdapter,
  ShopCall,
  ShopCancel,
  ShopOrder,
  ShopQuote,
} from '../../src/index.ts';

interface Row {
  purchase: Purchase;
  order: ShopOrder | null;
  lines: { sku: string; quantity: number }[];
  touchedAtMs: number;
  /** A payment that was begun. */
  payingFen: number | null;
  feeFen: number | null;
}

type Call = keyof ShopAdapter<string>;

export const TEA: ShopQuote = { sku: 'tea', title: '绿茶', priceFen: 1_990, available: true };

/** A shop in memory that counts what is done to it, and fails where a test says so. */
export class MemoryShop implements ShopAdapter<string> {
  readonly quotes = new Map<string, ShopQuote>([['/tea', TEA]]);
  readonly rows = new Map<string, Row>();
  /** Numbers that were paid, one entry for each payment. */
  readonly payments: string[] = [];
  readonly calls: Call[] = [];
  /** Runs before a call does its work; what it throws is what the call throws. */
  readonly before: Partial<Record<Call, (no: string, call: ShopCall) => unknown>> = {};
  /** Runs after the work, before the answer. */
  readonly after: Partial<Record<Call, (no: string, call: ShopCall) => unknown>> = {};
  shippingFen = 0;
  now: () => number = Date.now;

  async #step<T>(name: Call, no: string, call: ShopCall, work: () => T): Promise<T> {
    this.calls.push(name);
    await this.before[name]?.(no, call);
    const result = work();
    await this.after[name]?.(no, call);
    return result;
  }

  quote(url: URL, _quantity: number, call: ShopCall) {
    return this.#step('quote', url.pathname, call, () => this.quotes.get(url.pathname) ?? null);
  }

  find(no: string, call: ShopCall) {
    return this.#step('find', no, call, (): Found<string> | null => {
      const row = this.rows.get(no);
      if (!row) return null;
      const { contentHash } = row.purchase;
      if (row.order) return { contentHash, order: { ...row.order } };
      return { contentHash, begun: no, touchedAtMs: row.touchedAtMs, payingFen: row.payingFen };
    });
  }

  begin(purchase: Purchase, call: ShopCall) {
    const { merchantOrderNo: no } = purchase;
    return this.#step('begin', no, call, () => {
      if (this.rows.has(no)) throw new Taken();
      this.rows.set(no, {
        purchase,
        order: null,
        lines: [],
        touchedAtMs: this.now(),
        payingFen: null,
        feeFen: null,
      });
      return no;
    });
  }

  fill(no: string, purchase: Purchase, call: ShopCall) {
    return this.#step('fill', no, call, () => {
      const row = this.row(no);
      row.touchedAtMs = this.now();
      row.lines = [{ sku: purchase.sku, quantity: purchase.quantity }];
      const quote = [...this.quotes.values()].find(({ sku }) => sku === purchase.sku);
      return { totalFen: (quote?.priceFen ?? 0) * purchase.quantity + this.shippingFen, lines: row.lines };
    });
  }

  pay(no: string, { totalFen }: { totalFen: number }, call: ShopCall) {
    return this.#step('pay', no, call, () => this.payLate(no, totalFen));
  }

  /** A payment whose call is no longer there. */
  payLate(no: string, amountPaidFen: number): ShopOrder {
    this.payments.push(no);
    return this.#end(no, { status: 'CONFIRMED', amountPaidFen });
  }

  refuse(no: string, refusal: Pick<ShopOrder, 'reason' | 'message'>, call: ShopCall) {
    return this.#step('refuse', no, call, () =>
      this.#end(no, { status: 'REJECTED', amountPaidFen: 0, ...refusal }),
    );
  }

  get(orderId: string, call: ShopCall) {
    return this.#step('get', orderId, call, () => this.#byId(orderId));
  }

  cancel(orderId: string, call: ShopCall): Promise<ShopCancel> {
    return this.#step('cancel', orderId, call, (): ShopCancel => {
      const row = this.row(orderId.slice(2));
      row.feeFen ??= 500;
      this.move(orderId.slice(2), { status: 'CANCELLED' });
      return { feeFen: row.feeFen, refund: 'done' };
    });
  }

  list(query: ChangedOrders, call: ShopCall) {
    return this.#step('list', '', call, () =>
      pickChanged(
        [...this.rows.values()].flatMap(({ order }) => order ?? []),
        query,
      ),
    );
  }

  ping(call: ShopCall) {
    return this.#step('ping', '', call, () => {});
  }

  abandoned(untouchedSinceMs: number, call: ShopCall) {
    return this.#step('abandoned', '', call, () =>
      [...this.rows]
        .filter(([, { order, touchedAtMs }]) => !order && touchedAtMs < untouchedSinceMs)
        .map(([merchantOrderNo]) => ({ merchantOrderNo, begun: merchantOrderNo })),
    );
  }

  discard(no: string, call: ShopCall) {
    return this.#step('discard', no, call, () => void this.rows.delete(no));
  }

  row(no: string): Row {
    const row = this.rows.get(no);
    if (!row) throw new Error(`no order ${no}`);
    return row;
  }

  /** Changes an order as the shop itself would. */
  move(no: string, change: Partial<ShopOrder>): void {
    const row = this.row(no);
    if (row.order) row.order = { ...row.order, updatedAtMs: this.now(), ...change };
  }

  countOf(name: Call): number {
    return this.calls.filter((call) => call === name).length;
  }

  #end(no: string, order: Omit<ShopOrder, 'orderId' | 'merchantOrderNo' | 'updatedAtMs'>): ShopOrder {
    const row = this.row(no);
    if (row.order?.status === 'REJECTED') throw new Refused('OTHER');
    row.order = { orderId: `S-${no}`, merchantOrderNo: no, updatedAtMs: this.now(), ...order };
    return row.order;
  }

  #byId(orderId: string): ShopOrder | null {
    return this.rows.get(orderId.slice(2))?.order ?? null;
  }
}
