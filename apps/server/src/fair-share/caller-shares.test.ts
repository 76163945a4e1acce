import { expect, it } from 'vitest';
import { CallerShares, type CallerSharesOptions } from './caller-shares.ts';

const stays = { signal: new AbortController().signal };

/** Lists that run until the test ends them, with the highest number of concurrent lists of each App. */
function setUp(options: CallerSharesOptions) {
  const shares = new CallerShares(options);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  function list(name: string, caller: { readonly signal: AbortSignal } = stays): Promise<{ name: string }> {
    const [appId = ''] = name;
    return shares.run(appId, caller, async () => {
      begun.push(name);
      running.set(appId, (running.get(appId) ?? 0) + 1);
      most.set(appId, Math.max(most.get(appId) ?? 0, running.get(appId) ?? 0));
      const end = Promise.withResolvers<void>();
      ends.set(name, end.resolve);
      await end.promise;
      running.set(appId, (running.get(appId) ?? 0) - 1);
      return { name };
    });
  }
  async function end(...names: string[]): Promise<void> {
    for (const name of names) {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { list, begun, end, most };
}

it('gives each App its share and does not delay it by lists of another App', async () => {
  const { list, begun, end, most } = setUp({ total: 3, perCaller: 2, waitingPerCaller: 20 });
  const going = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => list(name));
  await end();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(begun.at(-1)).toBe('a3');
  await end('a2');
  expect(begun.at(-1)).toBe('b2');
  await end('b1', 'b2', 'a3', 'a4');
  expect((await Promise.all(going)).map((one) => one.name)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
  expect(Object.fromEntries(most)).toEqual({ a: 2, b: 2 });
});

it('serves Apps round-robin and the lists of one App in order', async () => {
  const { list, begun, end } = setUp({ total: 1, perCaller: 1, waitingPerCaller: 20 });
  const going = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => list(name));
  const turns = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'];
  await end(...turns);
  expect(begun).toEqual(turns);
  await Promise.all(going);
});

it('refuses lists beyond the full queue of their App only', async () => {
  const { list, begun, end } = setUp({ total: 2, perCaller: 1, waitingPerCaller: 2 });
  const going = ['a1', 'a2', 'a3'].map((name) => list(name));
  await expect(list('a4')).rejects.toMatchObject({ errorName: 'RATE_LIMITED' });
  going.push(list('b1'));
  await end('a1', 'a2', 'a3', 'b1');
  await Promise.all(going);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  const again = list('a5');
  await end('a5');
  expect(await again).toEqual({ name: 'a5' });
});

it('does not start a list whose caller has disconnected, and loses no slot by it', async () => {
  const { list, begun, end } = setUp({ total: 1, perCaller: 1, waitingPerCaller: 1 });
  const first = list('a1');
  const leaver = new AbortController();
  const left = list('a2', leaver);
  leaver.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(list('a3', leaver)).rejects.toThrow('left');
  const next = list('b1');
  await end('a1', 'b1');
  await Promise.all([first, next]);
  expect(begun).toEqual(['a1', 'b1']);
});

it('passes the slot of a failed list to the next', async () => {
  const shares = new CallerShares({ total: 1 });
  const failing = shares.run('a', stays, () => Promise.reject(new Error('broken')));
  const next = shares.run('a', stays, () => Promise.resolve(['next']));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toEqual(['next']);
});
