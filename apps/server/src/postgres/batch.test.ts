import { describe, expect, it } from 'vitest';
import { createBatcher } from './batch.ts';

/** A `run` that records its batches and ends each when told to. */
function gatedRun() {
  const batches: { items: number[]; end: () => void }[] = [];
  const run = async (items: number[]): Promise<number[]> => {
    await new Promise<void>((end) => batches.push({ items, end }));
    return items.map((item) => item * 10);
  };
  return { batches, run };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('createBatcher', () => {
  it('gathers the calls of one turn and answers each with its own result', async () => {
    const seen: number[][] = [];
    const batch = createBatcher({
      run: async (items: number[]) => {
        seen.push(items);
        return items.map((item) => item * 10);
      },
      maxItems: 64,
      maxInFlight: 3,
    });
    expect(await Promise.all(range(5).map(batch))).toEqual([10, 20, 30, 40, 50]);
    expect(seen).toEqual([[1, 2, 3, 4, 5]]);
  });

  it('starts no more batches than allowed and lets none grow over its size', async () => {
    const { batches, run } = gatedRun();
    const batch = createBatcher({ run, maxItems: 2, maxInFlight: 2 });
    const results = Promise.all(range(7).map(batch));
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    batches[0]?.end();
    await expect.poll(() => batches.length).toBe(3);
    expect(batches[2]?.items).toEqual([5, 6]);
    batches[1]?.end();
    batches[2]?.end();
    await expect.poll(() => batches.length).toBe(4);
    batches[3]?.end();
    expect(await results).toEqual([10, 20, 30, 40, 50, 60, 70]);
  });

  it('keeps items of one key apart, and the later one waits for no third', async () => {
    const { batches, run } = gatedRun();
    const batch = createBatcher({ run, maxItems: 64, maxInFlight: 3, keyOf: (item) => String(item % 3) });
    const results = Promise.all(range(5).map(batch));
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    for (const { end } of batches) end();
    expect(await results).toEqual([10, 20, 30, 40, 50]);
  });

  it('fails the item at fault alone', async () => {
    const sizes: number[] = [];
    const run = async (items: number[]) => {
      sizes.push(items.length);
      if (items.includes(13)) throw new Error('13 is at fault');
      return items;
    };
    const batch = createBatcher({ run, maxItems: 64, maxInFlight: 3 });
    const outcomes = await Promise.allSettled(range(40).map(batch));
    const failed = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index + 1] : []));
    expect(failed).toEqual([13]);
    // Halves: a batch of 40 with one bad item takes a dozen runs, not forty.
    expect(sizes.length).toBeLessThan(15);
  });

  it('fails a whole batch at once when no item can be at fault', async () => {
    let runs = 0;
    const run = async (): Promise<number[]> => {
      runs += 1;
      throw new Error('the database is away');
    };
    const batch = createBatcher({ run, maxItems: 64, maxInFlight: 3, isItemsFault: () => false });
    const outcomes = await Promise.allSettled(range(20).map(batch));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs).toBe(1);
  });

  it('works on after a failure', async () => {
    const run = async (items: number[]) => {
      if (items.includes(1)) throw new Error('first');
      return items;
    };
    const batch = createBatcher({ run, maxItems: 1, maxInFlight: 1 });
    const [first, second] = await Promise.allSettled([batch(1), batch(2)]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect(await batch(3)).toBe(3);
  });

  it('refuses answers that fit no items', async () => {
    const batch = createBatcher({
      run: async (items: number[]) => (items.length > 1 ? [] : items),
      maxItems: 64,
      maxInFlight: 3,
    });
    expect(await Promise.all([batch(1), batch(2)])).toEqual([1, 2]);
  });
});

describe('a batcher of items that somebody else can block', () => {
  /** A `run` in which those of `held` cannot be done; it records what went together, and whether briefly. */
  function heldRun(held: Set<number>) {
    const runs: { items: number[]; isBrief: boolean }[] = [];
    const run = async (items: number[], isBrief: boolean): Promise<number[]> => {
      runs.push({ items, isBrief });
      await turn();
      if (items.some((item) => held.has(item))) throw new Error('held');
      return items;
    };
    return { runs, run };
  }
  const faults = {
    isItemsFault: () => true,
    isBlocked: (error: unknown) => (error as Error).message === 'held',
  };
  const held = new Set<number>();
  const start = (blockedAs: (item: number) => string = String, maxInFlight = 3) => {
    const { runs, run } = heldRun(held);
    return { runs, batch: createBatcher({ run, maxItems: 64, maxInFlight, blockedAs, ...faults }) };
  };
  const failedOf = (outcomes: PromiseSettledResult<number>[]): number[] =>
    outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index + 1] : []));

  it('refuses what is blocked alone, and waits for it at length twice only', async () => {
    held.clear();
    held.add(13);
    const { runs, batch } = start();
    expect(failedOf(await Promise.allSettled(range(64).map(batch)))).toEqual([13]);
    expect(runs.filter(({ isBrief }) => !isBrief).map(({ items }) => items.length)).toEqual([64, 1]);
    expect(runs.length).toBeLessThan(16);
  });

  it('keeps apart from the others what was found blocked, until it is no longer', async () => {
    held.clear();
    held.add(13);
    const { runs, batch } = start((item) => (item > 10 ? 'shared' : String(item)));
    await Promise.allSettled(range(20).map(batch));
    runs.length = 0;
    await Promise.allSettled([...range(10), 13].map(batch));
    expect(runs.filter(({ items }) => items.includes(13))).toMatchObject([{ items: [13] }]);
    held.clear();
    await Promise.all([13, 14].map(batch));
    runs.length = 0;
    await Promise.all([1, 13].map(batch));
    expect(runs).toHaveLength(1);
  });

  it('lets one batch find out, while those beside it and behind it wait to know', async () => {
    held.clear();
    held.add(0);
    const { runs, run } = heldRun(held);
    const blockedAs = (item: number): string => String(item % 8);
    const batch = createBatcher({ run, maxItems: 8, maxInFlight: 3, blockedAs, ...faults });
    const items = range(64).map((item) => (item % 8 === 0 ? 0 : item));
    expect(failedOf(await Promise.allSettled(items.map(batch)))).toEqual([8, 16, 24, 32, 40, 48, 56, 64]);
    const mixed = runs.filter((one) => one.items.includes(0) && one.items.some((item) => item !== 0));
    // Three were under way when it came up, and one was halved twice for it.
    expect(mixed.filter(({ isBrief }) => !isBrief)).toHaveLength(3);
    expect(mixed.filter(({ isBrief }) => isBrief)).toHaveLength(2);
  });

  it('answers everybody and works on when the search itself fails', async () => {
    let isBroken = true;
    const batch = createBatcher({
      run: async (items: number[]) => {
        if (isBroken) throw new Error('blocked');
        return items;
      },
      maxItems: 8,
      maxInFlight: 2,
      isBlocked: () => true,
      blockedAs: () => {
        if (isBroken) throw new Error('no name');
        return '';
      },
    });
    const answers = await Promise.allSettled(range(4).map(batch));
    expect(answers.map(({ status }) => status)).toEqual(range(4).map(() => 'rejected'));
    isBroken = false;
    expect(await Promise.all(range(4).map(batch))).toEqual(range(4));
  });

  it('gives up after some brief waits when most are blocked', async () => {
    held.clear();
    for (const item of range(64)) held.add(item);
    const { runs, batch } = start();
    expect(failedOf(await Promise.allSettled(range(64).map(batch)))).toEqual(range(64));
    expect(runs.length).toBeLessThan(64);
  });
});
