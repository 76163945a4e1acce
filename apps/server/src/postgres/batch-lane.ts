import type { Waiting } from './settle-batch.ts';

export interface LaneOptions<Item> {
  maxItems: number;
  /** Batches under way at once; each keeps a database connection busy. */
  maxInFlight: number;
  /** Items of one key never share a batch; the later goes with the next one. Default: any may meet. */
  keyOf?: (item: Item) => string;
}

export interface Lane<Item, Result> {
  add(one: Waiting<Item, Result>): void;
  /** Does the rest of a batch's work, called from within it, while no other batch of this lane is under way. */
  alone(work: () => Promise<void>): Promise<void>;
}

/** Gathers what arrives within a turn of the event loop, or while enough batches are under way, and has it settled. */
export function createLane<Item, Result>(
  { maxItems, maxInFlight, keyOf }: LaneOptions<Item>,
  settle: (batch: Waiting<Item, Result>[]) => Promise<void>,
): Lane<Item, Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let wantingAlone = 0;
  let isPlanned = false;
  let turn = Promise.resolve();
  let onCalm = (): void => undefined;

  function plan(): void {
    if (isPlanned || wantingAlone > 0 || inFlight >= maxInFlight || waiting.length === 0) return;
    isPlanned = true;
    setImmediate(start);
  }

  function start(): void {
    isPlanned = false;
    while (waiting.length > 0 && inFlight < maxInFlight && wantingAlone === 0) {
      const batch = takeBatch();
      inFlight += 1;
      const refuse = (error: unknown): void => {
        // Those that were answered before hear nothing of it.
        for (const { reject } of batch) reject(error);
      };
      void settle(batch)
        .catch(refuse)
        .finally(() => {
          inFlight -= 1;
          if (inFlight === wantingAlone) onCalm();
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

  async function takeTurn(before: Promise<void>, work: () => Promise<void>): Promise<void> {
    await before;
    if (inFlight > wantingAlone) await new Promise<void>((resolve) => (onCalm = resolve));
    try {
      await work();
    } finally {
      wantingAlone -= 1;
    }
  }

  return {
    add(one) {
      waiting.push(one);
      plan();
    },
    async alone(work) {
      wantingAlone += 1;
      if (inFlight === wantingAlone) onCalm();
      const own = takeTurn(turn, work);
      turn = own.catch(() => undefined);
      await own;
    },
  };
}
