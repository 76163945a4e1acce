import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBatcher, HELD } from './batch.ts';
import { isDatabaseOutage, isTransient } from './database-errors.ts';

/** A `run` that records its batches and ends each when told to. */
function gatedRun() {
  const batches: { items: number[]; end: () => void }[] = [];
  const run = async (items: number[]): Promise<number[]> => {
    await new Promise<void>((end) => batches.push({ items, end }));
    return items.map((item) => item * 10);
  };
  return { batches, run };
}

afterEach(() => void vi.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(resolve));
const failedOf = (outcomes: PromiseSettledResult<number>[]): number[] =>
  outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index + 1] : []));
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('createBatcher', () => {
  it('gathers the calls of one turn of the event loop and returns each its own result', async () => {
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

  it('gathers what arrives while a batch runs, and starts a full one beside it', async () => {
    const { batches, run } = gatedRun();
    const batch = createBatcher({ run, maxItems: 3, maxInFlight: 2, overlapAfterMs: 60_000 });
    const first = batch(1);
    await turn();
    const gathered = [batch(2), batch(3)];
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1]]);
    gathered.push(batch(4));
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
    for (const { end } of batches) end();
    expect(await Promise.all([first, ...gathered])).toEqual([10, 20, 30, 40]);
  });

  it('has by default 64 items a batch, and one more batch beside one that has taken 25 ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { batches, run } = gatedRun();
    const batch = createBatcher({ run });
    const sizes = () => batches.map(({ items: { length } }) => length);
    const results = [batch(1)];
    await turn();
    results.push(batch(2));
    await turn();
    await vi.advanceTimersByTimeAsync(24);
    await turn();
    expect(sizes()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    await turn();
    expect(sizes()).toEqual([1, 1]);
    results.push(...range(65).map(batch));
    await vi.advanceTimersByTimeAsync(1000);
    await turn();
    expect(sizes()).toEqual([1, 1]);
    batches[0]?.end();
    await expect.poll(sizes).toEqual([1, 1, 64]);
    for (const { end } of batches) end();
    await expect.poll(sizes).toEqual([1, 1, 64, 1]);
    batches[3]?.end();
    expect(await Promise.all(results)).toHaveLength(67);
  });

  it('answers what arrives while a batch hangs', async () => {
    const { batches, run } = gatedRun();
    const batch = createBatcher({ run, maxItems: 3, maxInFlight: 2, overlapAfterMs: 5 });
    const hung = batch(1);
    await turn();
    const second = batch(2);
    await expect.poll(() => batches.length).toBe(2);
    batches[1]?.end();
    expect(await second).toBe(20);
    batches[0]?.end();
    await hung;
  });

  it('never has two items of one key under way, and the later one holds up no third', async () => {
    const { batches, run } = gatedRun();
    const batch = createBatcher({ run, maxItems: 64, maxInFlight: 3, keyOf: (item) => String(item % 3) });
    const results = Promise.all(range(5).map(batch));
    await turn();
    const ninth = batch(9);
    const others = batch(7);
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    batches[0]?.end();
    await expect.poll(() => batches.length).toBe(2);
    expect(batches[1]?.items).toEqual([4, 5, 9]);
    batches[1]?.end();
    await expect.poll(() => batches.length).toBe(3);
    batches[2]?.end();
    expect([await results, await ninth, await others]).toEqual([[10, 20, 30, 40, 50], 90, 70]);
  });

  it('looks at each of thousands that wait once', async () => {
    let looks = 0;
    const batch = createBatcher({
      run: async (items: number[]) => items,
      maxItems: 10,
      keyOf: (item) => {
        looks += 1;
        return String(item);
      },
    });
    expect(await Promise.all(range(2000).map(batch))).toEqual(range(2000));
    // Once more when its batch has ended.
    expect(looks).toBe(2 * 2000);
  });

  it('does a batch that fails one by one, so that the item at fault fails alone', async () => {
    const sizes: number[] = [];
    const run = async (items: number[]) => {
      sizes.push(items.length);
      if (items.includes(13)) throw new Error('13 is at fault');
      return items;
    };
    const batch = createBatcher({ run, maxItems: 64, maxInFlight: 3 });
    const outcomes = await Promise.allSettled(range(40).map(batch));
    expect(failedOf(outcomes)).toEqual([13]);
    expect(sizes).toEqual([40, ...range(40).map(() => 1)]);
  });

  it('fails a whole batch at once in an outage, also one that begins while it is done one by one', async () => {
    const outage = Object.assign(new Error('x'), { code: '57P01' });
    const sizes: number[] = [];
    let isAway = true;
    const batch = createBatcher({
      run: async (items: number[]): Promise<number[]> => {
        sizes.push(items.length);
        if (!isAway && items.length > 1) throw new Error('one of them');
        if (isAway || items.includes(3)) throw outage;
        return items;
      },
      maxItems: 64,
      maxInFlight: 3,
    });
    expect(failedOf(await Promise.allSettled(range(20).map(batch)))).toEqual(range(20));
    expect(sizes).toEqual([20]);
    isAway = false;
    const outcomes = await Promise.allSettled(range(20).map(batch));
    expect(failedOf(outcomes)).toEqual(range(20).slice(2));
    expect(sizes).toEqual([20, 20, 1, 1, 1]);
  });

  it('waits for a lock twice at most when it does a batch one by one', async () => {
    const locked = Object.assign(new Error('x'), { code: '55P03' });
    let runs = 0;
    const run = async (): Promise<number[]> => {
      runs += 1;
      throw locked;
    };
    const batch = createBatcher({ run, maxItems: 64, maxInFlight: 3 });
    expect(failedOf(await Promise.allSettled(range(20).map(batch)))).toEqual(range(20));
    expect(runs).toBe(3);
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

describe('an item whose row is locked', () => {
  /** A `run` that cannot do those of `held`. */
  function heldRun() {
    const held = new Set<number>();
    const runs: number[][] = [];
    const run = async (items: number[]) => {
      runs.push(items);
      await turn();
      return items.map((item) => (held.has(item) ? HELD : item));
    };
    return { held, runs, batch: createBatcher({ run, maxItems: 64, maxInFlight: 2, keyOf: String }) };
  }

  it('is done when the row is free, and those beside it at once', async () => {
    const { held, runs, batch } = heldRun();
    held.add(13);
    const waiting = batch(13);
    expect(await Promise.all([1, 2].map(batch))).toEqual([1, 2]);
    await expect.poll(() => runs.length).toBeGreaterThan(2);
    held.clear();
    expect(await waiting).toBe(13);
  });

  it('is refused after a while, as what passes', async () => {
    const { held, runs, batch } = heldRun();
    held.add(13);
    const outcomes = await Promise.allSettled(range(64).map(batch));
    expect(failedOf(outcomes)).toEqual([13]);
    const [error] = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect([isTransient(error), isDatabaseOutage(error)]).toEqual([true, false]);
    // Ever longer pauses: to ask each turn of the event loop would keep a connection busy.
    expect(runs.length).toBeLessThan(20);
  });

  it('delays no other item, however many are locked', async () => {
    const { held, runs, batch } = heldRun();
    for (const item of range(1000)) held.add(item);
    const waiting = Promise.allSettled(range(1000).map(batch));
    await turn();
    expect(await Promise.all([2001, 2002].map(batch))).toEqual([2001, 2002]);
    expect(runs.findIndex((items) => items.includes(2001))).toBeLessThan(20);
    expect(failedOf(await waiting)).toEqual(range(1000));
  });
});
