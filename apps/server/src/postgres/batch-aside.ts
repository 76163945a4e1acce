import { createLane, type Lane, type LaneOptions } from './batch-lane.ts';
import { searchBatch, type Settling, settleBatch, type Waiting } from './settle-batch.ts';

/** Names that were found blocked a moment ago. */
export interface Suspects {
  has(name: string): boolean;
  add(name: string): void;
  delete(name: string): void;
}

// Long against the time in which a blocked caller comes again, short against that of a lock in somebody's hands.
const SUSPECT_MS = 5000;

export function createSuspects(): Suspects {
  const until = new Map<string, number>();
  return {
    has: (name) => (until.get(name) ?? 0) > performance.now(),
    delete: (name) => void until.delete(name),
    add(name) {
      const now = performance.now();
      for (const [known, end] of until) if (end <= now) until.delete(known);
      until.set(name, now + SUSPECT_MS);
    },
  };
}

/** Where suspects are tried, one batch at a time: what is blocked here too is refused, and a name that is not is free. */
export function createAsideLane<Item, Result>(
  options: LaneOptions<Item> & Pick<Settling<Item, Result>, 'run' | 'isItemsFault' | 'isBlocked'>,
  nameOf: (item: Item) => string,
  suspects: Suspects,
): Lane<Item, Result> {
  const { run, isItemsFault, isBlocked } = options;

  function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    const blocked = new Set<string>();
    const settling: Settling<Item, Result> = {
      isItemsFault,
      isBlocked,
      async run(items, isBrief) {
        const results = await run(items, isBrief);
        for (const name of items.map(nameOf)) if (!blocked.has(name)) suspects.delete(name);
        return results;
      },
      onBlocked: (all, error) => searchBatch(all, settling, error),
      setAside([one, ...others]) {
        if (!one || others.length > 0) return false;
        blocked.add(nameOf(one.item));
        suspects.add(nameOf(one.item));
        return false;
      },
    };
    return settleBatch(batch, settling);
  }

  return createLane<Item, Result>({ ...options, maxInFlight: 1 }, settle);
}
