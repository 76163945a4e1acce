import { expect, it } from 'vitest';
import { retryTransient } from './retry-transient.ts';

/** As Postgres refuses a statement that waits too long for a row (55P03). */
const locked = (): Error => Object.assign(new Error('lock not available'), { code: '55P03' });

/** Work that throws these, one in each attempt, and then answers the number of attempts. */
function failing(...errors: Error[]) {
  let attempts = 0;
  return async () => {
    attempts += 1;
    const error = errors.shift();
    if (error) throw error;
    return attempts;
  };
}

it('attempts again what fails for a reason that passes, with pauses or without', async () => {
  expect(await retryTransient({ atMost: 3 }, failing(locked(), locked()))).toBe(3);
  expect(await retryTransient({ atMost: 2, pauseMs: 1 }, failing(locked()))).toBe(2);
});

it('throws the error of the last attempt, and any other at once', async () => {
  const last = locked();
  await expect(retryTransient({ atMost: 2 }, failing(locked(), last))).rejects.toBe(last);
  const defect = new Error('defect');
  await expect(retryTransient({ atMost: 9 }, failing(defect))).rejects.toBe(defect);
});

it('attempts nothing more for a caller who has gone', async () => {
  const caller = { aborted: false };
  const leaving = retryTransient({ atMost: 9, caller }, async () => {
    caller.aborted = true;
    throw locked();
  });
  await expect(leaving).rejects.toMatchObject({ errorName: 'UNAVAILABLE' });
});
