import { costOf, isFinal } from '@procurement-intents/sdk';
import { DatabaseSync } from 'node:sqlite';
import type { ListedPurchase } from './list-day.ts';

/** An entry of the shop's ledger. */
export interface Entry {
  orderNo: string;
  /** What the shop has booked for it, in yuan. */
  amount: number;
}

/**
 * A difference between ledger and service. `NOT_SENT`: no intent has this order number, so send it, under its number.
 * `NOT_BOOKED`: it cost something, and the ledger does not know it. `AMOUNT`: other amounts, with the reason if the
 * purchase failed. `OPEN`: the purchase has not ended.
 */
export interface Difference {
  kind: 'NOT_SENT' | 'NOT_BOOKED' | 'AMOUNT' | 'OPEN';
  orderNo: string;
  bookedFen: number | null;
  paidFen: number | null;
  intentId: string | null;
  orderId: string | null;
  failureCode: string | null;
  completedAt: string | null;
}

const SCHEMA = `
  CREATE TABLE ledger (orderNo TEXT PRIMARY KEY, bookedFen INTEGER) WITHOUT ROWID;
  CREATE TABLE intents (
    orderNo TEXT PRIMARY KEY, intentId TEXT, paidFen INTEGER, isFinal INTEGER, isOfDay INTEGER, orderId TEXT,
    failureCode TEXT, completedAt TEXT
  ) WITHOUT ROWID`;

const COLUMNS = 'orderNo, bookedFen, paidFen, intentId, orderId, failureCode, completedAt';
const DIFFERENCES = `
  SELECT CASE WHEN intentId IS NULL THEN 'NOT_SENT' WHEN isFinal THEN 'AMOUNT' ELSE 'OPEN' END AS kind, ${COLUMNS}
  FROM ledger LEFT JOIN intents USING (orderNo)
  WHERE intentId IS NULL OR NOT isFinal OR paidFen <> bookedFen
  UNION ALL
  SELECT 'NOT_BOOKED' AS kind, ${COLUMNS}
  FROM intents LEFT JOIN ledger USING (orderNo)
  WHERE bookedFen IS NULL AND paidFen > 0 AND isOfDay`;

/**
 * Joins a ledger of `day` with the intents around it. Both are put into a database on the disk that disappears at the
 * end, so the memory stays the same for any number of them.
 *
 * @throws Error when the ledger has an order number twice, or an amount that is none.
 */
export async function* reconcile(
  day: string,
  ledger: AsyncIterable<Entry>,
  intents: AsyncIterable<ListedPurchase>,
): AsyncGenerator<Difference> {
  // An empty name: SQLite makes a file of its own, and deletes it when the database is closed.
  const database = new DatabaseSync('');
  try {
    database.exec(`PRAGMA journal_mode = OFF; PRAGMA cache_size = -4096; ${SCHEMA}; BEGIN`);
    const addEntry = database.prepare('INSERT INTO ledger VALUES (?, ?)');
    for await (const { orderNo, amount } of ledger) addEntry.run(orderNo, toFen(amount));
    const addIntent = database.prepare('INSERT INTO intents VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    for await (const intent of intents) {
      const { id, idempotencyKey = id, orderId = null, failureCode = null, completedAt = null } = intent;
      const isOfDay = intent.createdAt.startsWith(day);
      const flags = [Number(isFinal(intent)), Number(isOfDay)] as const;
      addIntent.run(idempotencyKey, id, toFen(costOf(intent)), ...flags, orderId, failureCode, completedAt);
    }
    for (const row of database.prepare(DIFFERENCES).iterate()) yield { ...row } as unknown as Difference;
  } finally {
    database.close();
  }
}

/** Whole fen: sums and comparisons of yuan as binary fractions go wrong. */
function toFen(yuan: number): number {
  return Math.round(yuan * 100);
}
