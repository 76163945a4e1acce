export interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

type Batch<Item, Result> = Waiting<Item, Result>[];

export interface Settling<Item, Result> {
  /**
   * Does the work of all items at once and answers them in their order; it must undo a batch that fails. A brief run
   * gives up soon on what somebody else holds.
   */
  run: (items: Item[], isBrief: boolean) => Promise<Result[]>;
  /** Whether an error may be the fault of one item; then the others are tried without it. */
  isItemsFault: (error: unknown) => boolean;
  /** Whether an error means that somebody else held for too long what an item needs. */
  isBlocked: (error: unknown) => boolean;
  /** Answers a whole batch that was blocked. */
  onBlocked: (batch: Batch<Item, Result>, error: unknown) => Promise<void>;
  /** Answers items that were found blocked and need no telling apart; false when they do. */
  setAside: (blocked: Batch<Item, Result>, error: unknown) => boolean;
}

/** Answers every item of a batch. One that fails is halved until the items at fault stand alone. */
export async function settleBatch<Item, Result>(
  batch: Batch<Item, Result>,
  settling: Settling<Item, Result>,
): Promise<void> {
  try {
    await runBatch(batch, settling, false);
  } catch (error) {
    if (settling.isBlocked(error)) return settling.onBlocked(batch, error);
    if (batch.length === 1 || !settling.isItemsFault(error)) return refuse(batch, error);
    for (const half of halvesOf(batch)) await settleBatch(half, settling);
  }
}

// One blocked item among 64 is found in seven; where more are blocked than these find, what is left is tried once more.
const MAX_BRIEF_WAITS = 16;

/**
 * Finds what is blocked in a batch that has waited long enough already: its parts wait briefly, so that those beside a
 * blocked item lose little time to it.
 */
export async function searchBatch<Item, Result>(
  batch: Batch<Item, Result>,
  settling: Settling<Item, Result>,
  error: unknown,
  search = { waitsLeft: MAX_BRIEF_WAITS },
): Promise<void> {
  if (settling.isBlocked(error) && settling.setAside(batch, error)) return;
  const isOver = search.waitsLeft < 0 && settling.isBlocked(error);
  if (batch.length === 1 || isOver || !settling.isItemsFault(error)) return refuse(batch, error);
  for (const half of halvesOf(batch)) {
    try {
      await runBatch(half, settling, true);
    } catch (cause) {
      if (settling.isBlocked(cause)) search.waitsLeft -= 1;
      await searchBatch(half, settling, cause, search);
    }
  }
}

async function runBatch<Item, Result>(
  batch: Batch<Item, Result>,
  { run }: Settling<Item, Result>,
  isBrief: boolean,
): Promise<void> {
  const items = batch.map(({ item }) => item);
  const results = await run(items, isBrief);
  if (results.length !== batch.length) throw new Error('a batch did not answer each of its items');
  for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
}

function refuse<Item, Result>(batch: Batch<Item, Result>, error: unknown): void {
  for (const { reject } of batch) reject(error);
}

function halvesOf<T>(batch: readonly T[]): [T[], T[]] {
  const half = Math.ceil(batch.length / 2);
  return [batch.slice(0, half), batch.slice(half)];
}
