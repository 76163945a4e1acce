import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Language } from '../../src/field-issues.ts';
import { GENERATED } from '../markdown.ts';
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

/** The cells of each line of the page, or the line itself; without the link to the other language. */
const cellsOf = (language: Language): string[] =>
  limitsPage(language)
    .split('\n')
    .filter((line) => !/^\[.*\]\(.*\)$/.test(line) && line !== GENERATED)
    .flatMap((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

/** What is left to be said in words: not code, the name of an error, or the unit of a size. */
const words = (cell: string): string[] =>
  cell.replaceAll(/`[^`]+`|\d{5} [A-Z_]+|\d [KM]B\b/g, '').match(/\p{L}+/gu) ?? [];

it('says in Chinese whatever the page in English says in words, and nothing of it in English', () => {
  const [english, chinese] = [cellsOf('en'), cellsOf('zh')];
  expect(chinese.length).toBe(english.length);
  const isHan = (text: string) => /\p{Script=Han}/u.test(text);
  const lacking = english
    .map((cell, index) => [cell, chinese[index] ?? ''] as const)
    .filter(([cell, translated]) => words(cell).length > 0 && !isHan(translated));
  expect(lacking).toEqual([]);
  expect(english.filter(isHan)).toEqual([]);
});
