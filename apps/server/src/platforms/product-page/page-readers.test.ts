import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PageReaders } from './page-readers.ts';

const stays = new AbortController().signal;
const HOUR_MS = 3_600_000;

/** Whether the promise is still pending after what is due has run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let hasEnded = false;
  void promise.finally(() => (hasEnded = true)).catch(() => undefined);
  for (let tick = 0; tick < 5; tick += 1) await yieldToEventLoop();
  return !hasEnded;
}

it('reads one long page of an App at a time, and the pages of another App meanwhile', async () => {
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

it('keeps nobody waiting for a page that was given up before its turn', async () => {
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

it('rests for what was spent, longer than that, until the page is given up', async () => {
  const readers = new PageReaders();
  const leaver = new AbortController();
  const page = readers.begin('a', leaver.signal);
  const resting = page.pause(HOUR_MS);
  expect(await isPending(resting)).toBe(true);
  leaver.abort();
  await expect(resting).rejects.toThrow();
});
