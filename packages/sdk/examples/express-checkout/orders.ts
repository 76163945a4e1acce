import { DatabaseSync } from 'node:sqlite';
import type { CreateIntentBody } from '@procurement-intents/sdk';

/** `NEW` until the service has accepted the order: it may have been sent, and is sent again. */
export type OrderState = 'NEW' | 'ACCEPTED' | 'REFUSED' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

export interface Order {
  /** The idempotency key of the purchase. */
  number: string;
  customer: string;
  purchase: CreateIntentBody;
  state: OrderState;
  intentId: string | null;
  /** Why it was refused or failed. */
  reason: string | null;
}

const SCHEMA = `CREATE TABLE IF NOT EXISTS orders (
  number TEXT PRIMARY KEY, customer TEXT NOT NULL, purchase TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'NEW', intentId TEXT UNIQUE, reason TEXT)`;

/** The orders of the shop, on disk. */
export class Orders {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(SCHEMA);
  }

  /** Stores an order, unless its number exists. Returns what is stored. */
  add({ number, customer, purchase }: Pick<Order, 'number' | 'customer' | 'purchase'>): Order {
    this.#database
      .prepare('INSERT INTO orders (number, customer, purchase) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .run(number, customer, JSON.stringify(purchase));
    return this.find(number) as Order;
  }

  find(number: string): Order | null {
    const row = this.#database.prepare('SELECT * FROM orders WHERE number = ?').get(number);
    return row ? toOrder(row) : null;
  }

  findByIntent(intentId: string): Order | null {
    const row = this.#database.prepare('SELECT * FROM orders WHERE intentId = ?').get(intentId);
    return row ? toOrder(row) : null;
  }

  /** Orders that wait for something: to be accepted, or to end. */
  open(): Order[] {
    const rows = this.#database.prepare(`SELECT * FROM orders WHERE state IN ('NEW', 'ACCEPTED')`).all();
    return rows.map(toOrder);
  }

  update(number: string, changes: Pick<Order, 'state'> & Partial<Pick<Order, 'intentId' | 'reason'>>): Order {
    const { state, intentId = null, reason = null } = changes;
    this.#database
      .prepare(
        'UPDATE orders SET state = ?, intentId = coalesce(?, intentId), reason = coalesce(?, reason) WHERE number = ?',
      )
      .run(state, intentId, reason, number);
    return this.find(number) as Order;
  }

  close(): void {
    this.#database.close();
  }
}

function toOrder(row: Record<string, unknown>): Order {
  return { ...(row as unknown as Order), purchase: JSON.parse(String(row.purchase)) as CreateIntentBody };
}
