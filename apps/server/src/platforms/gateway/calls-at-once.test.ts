import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import {
  CALL,
  CONFIRMED,
  json,
  REQUEST,
  startScriptedPlatform,
} from '../../../test/support/test-platform.ts';

const DESCRIBED = { protocol: '1', quote: false, list: true, placeBefore: true, cancel: true };
const get = ({ platform }: Awaited<ReturnType<typeof startScriptedPlatform>>, timeoutMs = 2000) =>
  platform.getOrder('A-1', { timeoutMs });

/** Holds every answer. The result tells how many calls wait for one, and answers all. */
function holding(scripted: Awaited<ReturnType<typeof startScriptedPlatform>>) {
  const held: (() => void)[] = [];
  scripted.answer = (response) => void held.push(() => json(200, CONFIRMED)(response));
  return { held, answerAll: () => held.splice(0).forEach((answer) => answer()) };
}

test('no more calls are under way at once than the setting allows; the rest follow', async () => {
  const scripted = await startScriptedPlatform({ concurrency: 2 });
  const { held, answerAll } = holding(scripted);
  const calls = [1, 2, 3, 4].map(() => get(scripted));
  await vi.waitFor(() => expect(held).toHaveLength(2));
  await wait(50);
  expect(held).toHaveLength(2);
  answerAll();
  await vi.waitFor(() => expect(held).toHaveLength(2));
  answerAll();
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ ok: true });
});

test('a call whose time ends behind others was not sent, and says nothing of the platform', async () => {
  const scripted = await startScriptedPlatform({ concurrency: 1 });
  const { held, answerAll } = holding(scripted);
  const first = get(scripted);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  await expect(scripted.platform.placeOrder(REQUEST, { timeoutMs: 50 })).resolves.toEqual({
    ok: false,
    kind: 'unclear',
    reason: 'OVER_SHARE',
    isNotSent: true,
  });
  answerAll();
  await first;
  expect(scripted.gateway.requests).toHaveLength(1);
});

test('an order asks whether it may still leave after its wait', async () => {
  const scripted = await startScriptedPlatform({ concurrency: 1 });
  const { held, answerAll } = holding(scripted);
  const first = get(scripted);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  let isInTime = true;
  const placed = scripted.platform.placeOrder(REQUEST, { ...CALL, maySend: () => isInTime });
  isInTime = false;
  answerAll();
  await first;
  await expect(placed).resolves.toMatchObject({ reason: 'TOO_LATE', isNotSent: true });
  expect(scripted.gateway.requests).toHaveLength(1);
});

test.each([
  [0.5, 2000, 1],
  [0.1, 2000, 1],
  [2, 1000, 2],
  [100, 2000, 3],
])(
  'a gateway of %s orders a second and a timeout of %s ms gets %s of 3 at once',
  async (rate, timeoutMs, most) => {
    const scripted = await startScriptedPlatform({ concurrency: 3 });
    scripted.answer = json(200, { ...DESCRIBED, ordersPerSecond: rate });
    await expect(scripted.platform.describe({ timeoutMs })).resolves.toMatchObject({ ok: true });
    const { held, answerAll } = holding(scripted);
    const calls = [1, 2, 3, 4].map(() => get(scripted));
    await vi.waitFor(() => expect(held).toHaveLength(most));
    await wait(50);
    expect(held).toHaveLength(most);
    while (calls.length > 0) {
      answerAll();
      await wait(5);
      if (held.length === 0) break;
    }
    await Promise.all(calls);
  },
);
