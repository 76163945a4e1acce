import { LOGIN_FAILURES_PER_MINUTE } from '@procurement-intents/contract/bearer';
import { expect, inject, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { openSharedStore } from '../../../test/support/shared-store.ts';
import { createLoginThrottle } from './login-throttle.ts';

const program = inject('redisProgram');
const ADDRESS = '198.51.100.1';

async function setUp() {
  const store = await openSharedStore(program);
  const throttle = createLoginThrottle(createFakeClock(), store);
  const keys = () => store.redis.keys('procurement:login-*');
  return { throttle, keys };
}

it.runIf(program !== null)('keeps nothing of accounts that an address over its limit names', async () => {
  const { throttle, keys } = await setUp();
  for (let index = 0; index < LOGIN_FAILURES_PER_MINUTE.address; index += 1)
    await throttle.reserve({ account: `user ${Math.floor(index / 10)}`, address: ADDRESS });
  const before = await keys();
  for (let index = 0; index < 50; index += 1)
    await expect(throttle.reserve({ account: `user new-${index}`, address: ADDRESS })).rejects.toMatchObject({
      code: 'rate_limited',
    });
  expect((await keys()).sort()).toEqual(before.sort());
});

it.runIf(program !== null)(
  'keeps nothing of an attempt that is given back, and no name of an account',
  async () => {
    const { throttle, keys } = await setUp();
    const giveBack = await throttle.reserve({ account: `user ${'zhang'.repeat(50)}`, address: ADDRESS });
    const during = await keys();
    expect(during).toHaveLength(3);
    for (const key of during) {
      expect(key).not.toMatch(/zhang|198\.51/);
      expect(key.length).toBeLessThan(100);
    }
    await giveBack();
    expect(await keys()).toEqual([]);
  },
);
