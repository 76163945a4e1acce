import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { Taken } from '../../src/index.ts';
import type {
  ChangedOrders,
  Found,
  Payment,
  Purchase,
  ShopAdapter,
  ShopCancel,
  ShopOrder,
} from '../../src/index.ts';

export const SCHEMA = `
  CREATE TABLE shop_orders (
    no text PRIMARY KEY, content text NOT NULL, quantity int NOT NULL DEFAULT 0, amount int, status text,
    touched_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE shop_payments (no text NOT NULL);
`;
const PRICE_FEN = 1_000;

interface Row {
  no: string;
  content: string;
  amount: number | null;
  status: ShopOrder['status'] | null;
  touched_at: Date;
}

/**
 * A shop as real ones are: it guards no order against two callers. Lines add up, and a payment looks at nothing. Each step
 * takes some milliseconds.
 */
export class PostgresShop implements ShopAdapter<string> {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  quote(url: URL) {
    return Promise.resolve({ sku: url.pathname, title: 'x', priceFen: PRICE_FEN, available: true });
  }

  async find(no: string): Promise<Found<string> | null> {
    const { rows } = await this.#pool.query<Row>('SELECT * FROM shop_orders WHERE no = $1', [no]);
    const [row] = rows;
    if (!row) return null;
    if (row.status) return { contentHash: row.content, order: toOrder(row) };
    return { contentHash: row.content, begun: no, touchedAtMs: row.touched_at.getTime() };
  }

  async begin({ merchantOrderNo, contentHash }: Purchase): Promise<string> {
    const { rowCount } = await this.#pool.query(
      'INSERT INTO shop_orders (no, content) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [merchantOrderNo, contentHash],
    );
    if (rowCount === 0) throw new Taken();
    return merchantOrderNo;
  }

  async fill(no: string, { sku, quantity }: Purchase) {
    await this.#pool.query('UPDATE shop_orders SET quantity = 0, touched_at = now() WHERE no = $1', [no]);
    await delay(10);
    const { rows } = await this.#pool.query<{ quantity: number }>(
      'UPDATE shop_orders SET quantity = quantity + $2 WHERE no = $1 RETURNING quantity',
      [no, quantity],
    );
    const read = rows[0]?.quantity ?? 0;
    return { totalFen: PRICE_FEN * read, lines: [{ sku, quantity: read }] };
  }

  async pay(no: string, { totalFen }: Payment): Promise<ShopOrder> {
    await delay(20);
    await this.#pool.query('INSERT INTO shop_payments VALUES ($1)', [no]);
    await delay(20);
    return this.#end(no, 'CONFIRMED', totalFen);
  }

  refuse(no: string): Promise<ShopOrder> {
    return this.#end(no, 'REJECTED', 0);
  }

  async get(orderId: string): Promise<ShopOrder | null> {
    const found = await this.find(orderId);
    return found && 'order' in found ? found.order : null;
  }

  cancel(): Promise<ShopCancel> {
    return Promise.resolve({ refused: 'OTHER' });
  }

  list(_query: ChangedOrders): Promise<ShopOrder[]> {
    return Promise.resolve([]);
  }

  async ping(): Promise<void> {
    await this.#pool.query('SELECT 1');
  }

  async #end(no: string, status: string, amount: number): Promise<ShopOrder> {
    const { rows } = await this.#pool.query<Row>(
      'UPDATE shop_orders SET status = $2, amount = $3 WHERE no = $1 RETURNING *',
      [no, status, amount],
    );
    const [row] = rows;
    if (!row) throw new Error(`no order ${no}`);
    return toOrder(row);
  }
}

function toOrder({ no, status, amount, touched_at: touchedAt }: Row): ShopOrder {
  if (!status) throw new Error(`${no} is half-made`);
  return {
    orderId: no,
    merchantOrderNo: no,
    status,
    amountPaidFen: amount ?? 0,
    updatedAtMs: touchedAt.getTime(),
  };
}
