import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { limitsPage, LISTED_LIMITS } from './limits.ts';

const SOURCE = join(import.meta.dirname, '../../src');

/** Every table of a file `limits.ts` in the contract, by file and name. */
async function tablesOfLimits(): Promise<[name: string, table: object][]> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const modules = files
    .filter((file) => /(^|\/)limits\.ts$/.test(file))
    .map(async (file) => {
      const exported = (await import(join(SOURCE, file))) as Record<string, unknown>;
      return Object.entries(exported).map(([name, value]) => [join(dirname(file), name), value]);
    });
  const values = (await Promise.all(modules)).flat() as [string, unknown][];
  return values.filter((one): one is [string, object] => typeof one[1] === 'object');
}

it('lists every table of limits that the contract has', async () => {
  const missing = (await tablesOfLimits()).filter(([, table]) => !LISTED_LIMITS.has(table));
  expect(missing.map(([name]) => name)).toEqual([]);
  expect(LISTED_LIMITS.size).toBe((await tablesOfLimits()).length);
});

it('says what happens beyond a limit of others than Apps', () => {
  expect(limitsPage()).toContain(
    '| Calls under `/oauth` by one client; by a public one at one address | 100 a second |',
  );
  expect(limitsPage()).toContain(
    '| Orders about which platforms are asked for calls that wait | 40 | `unavailable` |',
  );
});
