import { createAsideLane, createSuspects } from './batch-aside.ts';
import { createLane, type LaneOptions } from './batch-lane.ts';
import { searchBatch, type Settling, settleBatch, type Waiting } from './settle-batch.ts';

export interface BatcherOptions<Item, Result>
  extends LaneOptions<Item>, Pick<Settling<Item, Result>, 'run'>, Partial<Faults> {
  /** What blocks an item is likely to block all of the same name. Default: those of its key. */
  blockedAs?: (item: Item) => string;
}

/** How a batch can fail. Default: by the fault of an item, never blocked. */
type Faults = Pick<Settling<never, never>, 'isItemsFault' | 'isBlocked'>;

/**
 * Turns calls for one item into calls for many: what arrives within a turn of the event loop, or while `maxInFlight`
 * batches are under way, goes together. A call on an idle service waits for nobody. A batch that fails is halved until
 * the items at fault stand alone, so that each is answered as if it had come by itself.
 *
 * What somebody else blocks goes aside: as long as it is, all of its name are tried apart from the others, one batch at
 * a time, so that nobody else waits with them.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  type Batch = Waiting<Item, Result>[];
  const { run, isItemsFault = () => true, isBlocked = () => false } = options;
  const blockedAs = options.blockedAs ?? options.keyOf ?? (() => '');
  const nameOf = ({ item }: Waiting<Item, Result>): string => blockedAs(item);
  const suspects = createSuspects();
  const aside = createAsideLane<Item, Result>({ ...options, isItemsFault, isBlocked }, blockedAs, suspects);

  /** While it runs no batch of ours is under way, so what blocks is somebody else's. */
  const searching: Settling<Item, Result> = {
    run,
    isItemsFault,
    isBlocked,
    onBlocked: (batch, error) => searchBatch(batch, searching, error),
    setAside(blocked) {
      const [name = '', ...others] = new Set(blocked.map(nameOf));
      if (others.length > 0) return false;
      suspects.add(name);
      for (const one of blocked) aside.add(one);
      return true;
    },
  };

  /** What is left of a batch once those have gone aside that were found blocked while it waited. */
  function withoutSuspects(batch: Batch): Batch {
    const rest: Batch = [];
    for (const one of batch) {
      if (suspects.has(nameOf(one))) aside.add(one);
      else rest.push(one);
    }
    return rest;
  }

  async function separate(batch: Batch, error: unknown): Promise<void> {
    const rest = withoutSuspects(batch);
    if (rest.length === batch.length) await searchBatch(batch, searching, error);
    else if (rest.length > 0) await settleBatch(rest, searching);
  }

  async function onBlocked(batch: Batch, error: unknown): Promise<void> {
    const [one, ...others] = batch;
    if (!one || others.length > 0) return lane.alone(() => separate(batch, error));
    suspects.add(nameOf(one));
    one.reject(error);
  }

  const lane = createLane<Item, Result>(options, async (batch) => {
    const rest = withoutSuspects(batch);
    // Neighbours of one name are found together.
    const sorted = options.isBlocked ? rest.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)) : rest;
    if (sorted.length > 0) await settleBatch(sorted, { ...searching, onBlocked });
  });

  return (item) =>
    new Promise((resolve, reject) => {
      lane.add({ item, resolve, reject });
    });
}
