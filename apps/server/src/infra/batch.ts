export interface BatcherOptions<Item, Result> {
  /** Does the work of all items at once and answers them in their order. */
  run: (items: Item[]) => Promise<Result[]>;
  maxItems: number;
  /** Batches under way at once; each keeps a database connection busy. */
  maxInFlight: number;
  /** Items of one key never share a batch; the later goes with the next one. Default: any may meet. */
  keyOf?: (item: Item) => string;
  /** Whether an error may be the fault of one item; then the others are tried without it. Default: always. */
  isItemsFault?: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns calls for one item into calls for many: what arrives within a turn of the event loop, or while `maxInFlight`
 * batches are under way, goes together. A call on an idle service waits for nobody. A batch that fails is halved until
 * the items at fault stand alone, so that each is answered as if it had come by itself; `run` must undo a failed batch.
 */
export function createBatcher<Item, Result>({
  run,
  maxItems,
  maxInFlight,
  keyOf,
  isItemsFault = () => true,
}: BatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let isPlanned = false;

  function plan(): void {
    if (isPlanned || inFlight >= maxInFlight || waiting.length === 0) return;
    isPlanned = true;
    setImmediate(start);
  }

  function start(): void {
    isPlanned = false;
    while (waiting.length > 0 && inFlight < maxInFlight) {
      const batch = takeBatch();
      inFlight += 1;
      void settle(batch).finally(() => {
        inFlight -= 1;
        plan();
      });
    }
  }

  function takeBatch(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const held: Waiting<Item, Result>[] = [];
    const keys = new Set<string>();
    for (const one of waiting.splice(0, maxItems)) {
      const key = keyOf?.(one.item);
      if (key !== undefined && keys.has(key)) held.push(one);
      else batch.push(one);
      if (key !== undefined) keys.add(key);
    }
    waiting.unshift(...held);
    return batch;
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('a batch did not answer each of its items');
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1 || !isItemsFault(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await settle(batch.slice(0, half));
      await settle(batch.slice(half));
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      plan();
    });
}
