import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { ProcurementIntents, type Fetch, type Signer } from '../../src/index.ts';
import { fakeTime } from '../fake-time.ts';
import { newAppId } from '../start-service.ts';

const CALLS = 200;
const reason = new Error('the page was left');

fakeTime();

const connect = (signer: Signer, fetch: Fetch) =>
  new ProcurementIntents({ baseUrl: 'https://api.example', appId: newAppId(), signer, fetch });

const never = () => new Promise<never>(() => {});
const sign: Signer = () => ({ 'x-signature': 'signed' });
const away: Fetch = () =>
  Promise.resolve(new Response('', { status: 503, headers: { 'retry-after': '30' } }));
const stalled: Fetch = () => Promise.resolve({ ok: true, status: 200, headers: new Headers(), text: never });

it.each<[where: string, fetch: Fetch, signer: Signer]>([
  ['in the queue of the limits, or waiting for an answer', never, sign],
  ['waiting for a signature', never, never],
  ['in the middle of a body', stalled, sign],
  ['between two attempts', away, sign],
])(
  `${CALLS} calls aborted %s end without a clock tick, and leave no timer and no listener`,
  async (_, fetch, signer) => {
    const { intents } = connect(signer, fetch);
    const caller = new AbortController();
    const { signal } = caller;
    const calls = Promise.allSettled(Array.from({ length: CALLS }, () => intents.get('int_1', { signal })));
    await vi.advanceTimersByTimeAsync(900);
    caller.abort(reason);
    const outcomes = await calls;
    expect(outcomes.filter((each) => each.status === 'rejected' && each.reason === reason)).toHaveLength(
      CALLS,
    );
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  },
);

it(`${CALLS} waits that are aborted leave no timer and no listener`, async () => {
  const fetch: Fetch = () =>
    Promise.resolve(new Response('{"code":0,"message":"","data":{"status":"PROCESSING","version":1}}'));
  const { intents } = connect(sign, fetch);
  const caller = new AbortController();
  const { signal } = caller;
  const waits = Promise.allSettled(Array.from({ length: CALLS }, () => intents.waitFor('int_1', { signal })));
  await vi.advanceTimersByTimeAsync(4_300);
  caller.abort(reason);
  expect((await waits).filter((each) => each.status === 'rejected' && each.reason === reason)).toHaveLength(
    CALLS,
  );
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
