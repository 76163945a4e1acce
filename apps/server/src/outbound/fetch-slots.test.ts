import { expect, test } from 'vitest';
import { createFetchSlots } from './fetch-slots.ts';

const never = new AbortController().signal;

test('gives out as many slots as there are, and passes each on in the order of requests', async () => {
  const slots = createFetchSlots(2);
  const order: string[] = [];
  const releaseFirst = await slots.take(never);
  const releaseSecond = await slots.take(never);
  const third = slots.take(never).then((release) => (order.push('third'), release));
  const fourth = slots.take(never).then((release) => (order.push('fourth'), release));
  await Promise.resolve();
  expect(order).toEqual([]);
  releaseFirst();
  const releaseThird = await third;
  expect(order).toEqual(['third']);
  releaseSecond();
  (await fourth)();
  releaseThird();
  expect(order).toEqual(['third', 'fourth']);
});

test('a slot released twice counts once', async () => {
  const slots = createFetchSlots(1);
  const release = await slots.take(never);
  release();
  release();
  await slots.take(never);
  const leaver = new AbortController();
  const waiting = slots.take(leaver.signal);
  leaver.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
});

test('a call that is aborted while it waits uses up no slot', async () => {
  const slots = createFetchSlots(1);
  const release = await slots.take(never);
  const leaver = new AbortController();
  const left = slots.take(leaver.signal);
  const stayed = slots.take(never);
  leaver.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  release();
  (await stayed)();
  await expect(slots.take(never)).resolves.toBeTypeOf('function');
});

test('rejects a signal that has fired already', async () => {
  await expect(createFetchSlots(1).take(AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
});

test('leaves a quarter of the slots to other Apps, ahead of waiting calls of the App at its limit', async () => {
  const slots = createFetchSlots(4);
  const releases = await Promise.all([1, 2, 3].map(() => slots.take(never, 'greedy')));
  const order: string[] = [];
  const more = slots.take(never, 'greedy').then((release) => (order.push('greedy'), release));
  const releaseOther = await slots.take(never, 'other');
  const next = slots.take(never, 'other').then((release) => (order.push('other'), release));
  releaseOther();
  (await next)();
  expect(order).toEqual(['other']);
  releases[0]?.();
  (await more)();
  expect(order).toEqual(['other', 'greedy']);
});
