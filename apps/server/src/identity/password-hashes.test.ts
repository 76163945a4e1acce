import { beforeEach, expect, it } from 'vitest';
import { PasswordHashes } from './password-hashes.ts';

const MANY = 60;
let hashes: PasswordHashes;
beforeEach(() => {
  hashes = new PasswordHashes();
});

const states = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map(({ status }) => status === 'fulfilled');

it.each([
  ['account', (index: number) => ({ account: 'one', address: `198.51.100.${index}` })],
  ['address', (index: number) => ({ account: `person ${index}`, address: '198.51.100.1' })],
])('keeps places for others when one %s asks for all', async (_kind, callerOf) => {
  const callers = Array.from({ length: MANY }, (_, index) => callerOf(index));
  const calls = [...callers, { account: 'other', address: '203.0.113.9' }].map((caller) =>
    hashes.hash('a password', { caller }),
  );
  const greedy = await states(calls);
  expect(greedy.pop()).toBe(true);
  const given = greedy.filter(Boolean);
  expect(given.length).toBeGreaterThan(0);
  expect(given.length).toBeLessThan(21);
});

it('gives every place back', async () => {
  const caller = { account: 'one', address: '198.51.100.1' };
  const fill = () =>
    states(
      Array.from({ length: MANY }, () => hashes.check(() => Promise.resolve(null), 'a password', caller)),
    );
  const first = await fill();
  expect(await fill()).toEqual(first);
});

it('lets 21 wait and run in all', async () => {
  const calls = Array.from({ length: MANY }, (_, index) =>
    hashes.hash('a password', { caller: { account: `${index}`, address: `${index}` } }),
  );
  expect((await states(calls)).filter(Boolean)).toHaveLength(21);
});

it('looks for nobody while too many wait', async () => {
  let looked = 0;
  const find = () => {
    looked += 1;
    return Promise.resolve(null);
  };
  const calls = Array.from({ length: MANY }, (_, index) =>
    hashes.check(find, 'a password', { account: `${index}`, address: `${index}` }),
  );
  expect((await states(calls)).filter(Boolean)).toHaveLength(21);
  expect(looked).toBe(21);
});
