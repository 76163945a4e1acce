import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PageReaders } from './page-readers.ts';

const stays = new AbortController().signal;
const HOUR_MS = 3_600_000;

/** Whether the promise is still pending after all due callbacks have run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let hasEnded = false;
  void promise.finally(() => (hasEnded = true)).catch(() => undefined);
  for (let tick = 0; tick < 5; tick += 1) await yieldToEventLoop();
  return !hasEnded;
}

it('reads one long page of an App at a time, and pages of other Apps meanwhile', async () => {
  const readers = new PageReaders();
  const first = readers.begin('a', stays);
  const second = readers.begin('a', stays);
  const third = readers.begin('a', stays);
  await first.pause(0);
  const waiting = second.pause(0);
  expect(await isPending(waiting)).toBe(true);
  await readers.begin('b', stays).pause(0);
  await first.pause(0);
  first.end();
  await waiting;
  const last = third.pause(0);
  expect(await isPending(last)).toBe(true);
  second.end();
  await last;
});

it('skips a page that is aborted while it waits', async () => {
  const readers = new PageReaders();
  const first = readers.begin('a', stays);
  await first.pause(0);
  const leaver = new AbortController();
  const second = readers.begin('a', leaver.signal);
  const given = second.pause(0);
  const third = readers.begin('a', stays);
  const waiting = third.pause(0);
  leaver.abort(new Error('left'));
  await expect(given).rejects.toThrow('left');
  second.end();
  expect(await isPending(waiting)).toBe(true);
  first.end();
  await waiting;
});

it('pauses for longer than the time spent, until the page is aborted', async () => {
  const readers = new PageReaders();
  const leaver = new AbortController();
  const page = readers.begin('a', leaver.signal);
  const resting = page.pause(HOUR_MS);
  expect(await isPending(resting)).toBe(true);
  leaver.abort();
  await expect(resting).rejects.toThrow();
});
