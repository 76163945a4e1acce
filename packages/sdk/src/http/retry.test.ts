import { ERRORS } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { fakeTime } from '../../test/fake-time.ts';
import { ApiError, ConnectionError, type AnyApiError } from '../errors.ts';
import type { ErrorName } from '../generated/types.ts';
import { readAskedWait } from './asked-wait.ts';
import { planRetry } from './retry.ts';

const NAMES = Object.keys(ERRORS) as ErrorName[];
const UNANSWERED = new ConnectionError('getIntent: fetch failed', { operation: 'getIntent', attempts: 1 });
const NOW_MS = Date.parse('2026-11-21T08:30:00.400Z');

fakeTime(NOW_MS);

/** @param askedMs - the wait that the service asked for, if any. */
function refusal(name: ErrorName, askedMs?: number) {
  const { code, status, example } = ERRORS[name];
  const retryAt = askedMs === undefined ? null : new Date(NOW_MS + askedMs);
  const answer = { status, code, message: '', data: example };
  const operation =
    name === 'SUBMIT_REFUSED' ? 'submitIntent' : name === 'LIST_TOO_COSTLY' ? 'listIntents' : 'cancelIntent';
  const facts = { operation, requestId: null, attempts: 1, retryAt, docUrl: '' } as const;
  return new ApiError({ ...answer, ...facts, name }) as AnyApiError;
}

const half = () => 0.5;
const first = { attempts: 1, failedTries: 1 };

describe('planRetry', () => {
  it('follows the advice of the contract for every error', () => {
    for (const name of NAMES) {
      const waitMs = planRetry(refusal(name), first, true, half);
      expect(waitMs !== null, name).toBe(ERRORS[name].retry === 'later');
    }
  });

  it('doubles the back-off with each attempt, up to 8 s, and takes any part of it', () => {
    const plan = (attempts: number, random: number) =>
      planRetry(UNANSWERED, { attempts, failedTries: 1 }, true, () => random);
    expect([1, 2, 3, 4, 5, 6, 60, 5_000].map((attempts) => plan(attempts, 1))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000,
    ]);
    expect(plan(1, 0)).toBe(0);
    expect(plan(1, 0.25)).toBe(125);
  });

  it('waits as long as the service asked for, plus a random time of up to 50 ms', () => {
    const plan = (random: number) => planRetry(refusal('RATE_LIMITED', 3_000), first, true, () => random);
    expect([plan(0), plan(1)]).toEqual([3_000, 3_050]);
  });

  it('backs off when the service asked for a wait of 0', () => {
    expect(planRetry(refusal('RATE_LIMITED', 0), first, true, half)).toBe(250);
  });

  it('gives up after six failures, not counting rate limits', () => {
    const tally = { attempts: 40, failedTries: 6 };
    expect(planRetry(UNANSWERED, tally, true, half)).toBeNull();
    expect(planRetry(refusal('UNAVAILABLE', 1_000), tally, true, half)).toBeNull();
    expect(planRetry(refusal('RATE_LIMITED', 1_000), tally, true, half)).not.toBeNull();
  });

  it('retries a call that must not run twice only when it was rate limited', () => {
    expect(planRetry(UNANSWERED, first, false, half)).toBeNull();
    expect(planRetry(refusal('UNAVAILABLE', 1_000), first, false, half)).toBeNull();
    expect(planRetry(refusal('RATE_LIMITED'), first, false, half)).not.toBeNull();
  });
});

describe('readAskedWait', () => {
  const read = (headers: Record<string, string>, status = 429) =>
    readAskedWait(new Headers(headers), status, NOW_MS);
  const unixSecond = Math.floor(NOW_MS / 1_000);

  it.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['seconds before the reset', { 'retry-after': '7', 'x-ratelimit-reset': `${unixSecond + 1}` }, 7_000],
    ['a date', { 'retry-after': 'Sat, 21 Nov 2026 08:30:05 GMT' }, 4_600],
    ['a date in the past', { 'retry-after': 'Sat, 21 Nov 2026 08:00:00 GMT' }, 0],
    ['the reset', { 'x-ratelimit-reset': `${unixSecond + 3}` }, 2_600],
    ['a reset in the past', { 'x-ratelimit-reset': `${unixSecond - 3}` }, 0],
    [
      'the reset after an unreadable wait',
      { 'retry-after': 'soon', 'x-ratelimit-reset': `${unixSecond + 1}` },
      600,
    ],
    ['nothing', {}, null],
    ['words', { 'retry-after': 'soon', 'x-ratelimit-reset': 'later' }, null],
  ])('reads %s', (_, headers, expected) => expect(read(headers as Record<string, string>)).toBe(expected));

  it('uses the reset only with a 429', () => {
    expect(read({ 'x-ratelimit-reset': `${unixSecond + 3}` }, 503)).toBeNull();
    expect(read({ 'retry-after': '2' }, 503)).toBe(2_000);
  });
});
