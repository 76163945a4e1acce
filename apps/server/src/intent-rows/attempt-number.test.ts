import { expect, it } from 'vitest';
import { database, useDatabase } from '../../test/support/use-database.ts';
import { countAttempts, nextAttemptNumber } from './attempt-number.ts';

useDatabase({ poolSize: 1 });

/** So many numbers that follow on `attempt`, drawn independently. */
async function numbersAfter(attempt: number, draws = 1): Promise<number[]> {
  const rows = await database.$queryRawUnsafe<{ number: number }[]>(
    `SELECT ${nextAttemptNumber('a."attempt"')} AS "number"
    FROM (SELECT $1::int AS "attempt") AS a, generate_series(1, $2::int)`,
    attempt,
    draws,
  );
  return rows.map(({ number }) => number);
}

it('counts the attempts, whatever was drawn before', async () => {
  let number = 0;
  for (let count = 1; count <= 100; count += 1) {
    [number = 0] = await numbersAfter(number);
    expect(countAttempts(number)).toBe(count);
  }
});

it('draws another number when a count repeats', async () => {
  expect(new Set(await numbersAfter(7, 1000)).size).toBeGreaterThan(950);
});

it.each([
  ['the largest count', 32_767],
  ['the largest count and draw', 65_534 * 32_768 + 32_767],
])('never leaves the column after %s', async (_, attempt) => {
  for (const number of await numbersAfter(attempt, 1000)) {
    expect(number).toBeGreaterThanOrEqual(0);
    expect(number).toBeLessThan(2 ** 31 - 1);
    expect(countAttempts(number)).toBe((attempt + 1) % 32_768);
  }
});
