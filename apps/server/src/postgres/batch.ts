import { isDatabaseOutage, isLockTimeout } from './database-errors.ts';

/** The answer of `run` for an item whose row another transaction has locked; it is retried in a later batch. */
export const HELD = Symbol('held');

/** While one batch runs the next one gathers. The second connection is for when the first one hangs or waits for a lock. */
export const MAX_IN_FLIGHT = 2;
// The rows of so many items are some 60 KB, and their statement takes some milliseconds.
const DEFAULTS = { maxItems: 64, maxInFlight: MAX_IN_FLIGHT, overlapAfterMs: 25 };

export interface BatchOptions<Item, Result> {
  /** Default 64. */
  maxItems?: number;
  /** Batches that run at once; each uses a connection. Default 2. */
  maxInFlight?: number;
  /**
   * How long a batch runs before another one starts beside it, unless that one is full. Two half batches cost more than
   * one; but what hangs must not delay everything that arrives later. Default 25.
   */
  overlapAfterMs?: number;
  /** Items with the same key never run at the same time. Default: all may. */
  keyOf?: (item: Item) => string;
  /** Handles all items in one statement and returns the answers in the order of the items. */
  run: (items: Item[]) => Promise<(Result | typeof HELD)[]>;
}

/** Another transaction locked the row of an item for longer than an item may wait. */
export class RowHeldError extends Error {
  override name = 'RowHeldError';
  /** SQLSTATE of Postgres for a lock that is not available. */
  readonly code = '55P03';
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  /** When its row was first found locked, by the monotonic clock. */
  heldSinceMs?: number;
  /** The pause before its last attempt. */
  pauseMs: number;
}

// Equal to the lock timeout of statements: transactions of this service take milliseconds.
const MAX_HELD_MS = 400;
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 50;
// One blocked item may be the exception; a second one means that all are blocked, as by a lock of the table.
const MAX_LOCK_WAITS = 2;

/**
 * Turns calls for one item into calls for many: items that arrive within a turn of the event loop, or while a
 * batch runs, share a statement. A call on an idle service does not wait.
 *
 * A locked row does not delay the other items: the statement skips it and answers {@link HELD}, and its item is retried
 * in later batches for at most 0.4 s. A batch that fails is repeated item by item, so that only the item at fault fails.
 * An outage fails the whole batch at once.
 */
export function createBatcher<Item, Result>(
  options: BatchOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const batcher = new Batcher(options);
  return (item) => batcher.add(item);
}

class Batcher<Item, Result> {
  readonly #options: BatchOptions<Item, Result> & typeof DEFAULTS;
  #waiting: Waiting<Item, Result>[] = [];
  readonly #keysUnderWay = new Set<string>();
  #inFlight = 0;
  #isPlanned = false;
  /** When the latest batch started, by the monotonic clock. */
  #startedMs = 0;
  #overlapTimer: NodeJS.Timeout | undefined = undefined;

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = { ...DEFAULTS, ...options };
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#enqueue({ item, resolve, reject, pauseMs: 0 });
    });
  }

  #enqueue(one: Waiting<Item, Result>): void {
    this.#waiting.push(one);
    this.#plan();
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.length === 0) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      while (this.#mayStart()) {
        const batch = this.#takeBatch();
        if (batch.length === 0) return;
        void this.#work(batch);
      }
    });
  }

  #mayStart(): boolean {
    const { maxItems, maxInFlight, overlapAfterMs } = this.#options;
    if (this.#inFlight === 0) return true;
    if (this.#inFlight >= maxInFlight || this.#waiting.length === 0) return false;
    const leftMs = this.#startedMs + overlapAfterMs - performance.now();
    if (leftMs <= 0 || this.#waiting.length >= maxItems) return true;
    if (!this.#overlapTimer) {
      this.#overlapTimer = setTimeout(() => {
        this.#overlapTimer = undefined;
        this.#plan();
      }, leftMs);
    }
    return false;
  }

  /** The next items whose keys are not running; the others keep their place. */
  #takeBatch(): Waiting<Item, Result>[] {
    const { maxItems, keyOf } = this.#options;
    if (!keyOf) return this.#waiting.splice(0, maxItems);
    const batch: Waiting<Item, Result>[] = [];
    const held: Waiting<Item, Result>[] = [];
    // Not one further than the batch needs: thousands may wait.
    for (const one of this.#waiting) {
      if (batch.length === maxItems) break;
      const key = keyOf(one.item);
      const isHeld = this.#keysUnderWay.has(key);
      (isHeld ? held : batch).push(one);
      this.#keysUnderWay.add(key);
    }
    this.#waiting.splice(0, batch.length + held.length, ...held);
    return batch;
  }

  async #work(batch: Waiting<Item, Result>[]): Promise<void> {
    this.#inFlight += 1;
    this.#startedMs = performance.now();
    try {
      await this.#runBatch(batch);
    } catch (error) {
      await this.#runEach(batch, error);
    }
    this.#inFlight -= 1;
    const { keyOf } = this.#options;
    if (keyOf) for (const { item } of batch) this.#keysUnderWay.delete(keyOf(item));
    this.#plan();
  }

  async #runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    const results = await this.#options.run(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error('a batch did not answer each of its items');
    for (const [index, one] of batch.entries()) {
      const result = results[index] as Result | typeof HELD;
      if (result === HELD) this.#tryAgain(one);
      else one.resolve(result);
    }
  }

  async #runEach(batch: Waiting<Item, Result>[], cause: unknown): Promise<void> {
    let isOver = batch.length === 1 || isDatabaseOutage(cause);
    let error = cause;
    let lockWaits = 0;
    for (const one of batch) {
      if (isOver) {
        one.reject(error);
        continue;
      }
      try {
        await this.#runBatch([one]);
      } catch (own) {
        error = own;
        one.reject(own);
        if (isLockTimeout(own)) lockWaits += 1;
        isOver = isDatabaseOutage(own) || lockWaits === MAX_LOCK_WAITS;
      }
    }
  }

  #tryAgain(one: Waiting<Item, Result>): void {
    const nowMs = performance.now();
    one.heldSinceMs ??= nowMs;
    if (nowMs - one.heldSinceMs >= MAX_HELD_MS)
      return one.reject(new RowHeldError('another transaction holds a lock on the row'));
    one.pauseMs = Math.min(one.pauseMs === 0 ? FIRST_PAUSE_MS : 2 * one.pauseMs, MAX_PAUSE_MS);
    setTimeout(() => this.#enqueue(one), one.pauseMs);
  }
}
