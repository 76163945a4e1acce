import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, it } from 'vitest';
import { ProcurementIntents } from '../index.ts';
import { createTestService } from './index.ts';

const README = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
const SECTION = README.slice(README.indexOf('## Tests of your own'));
const SNIPPETS = [...SECTION.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);

/** Runs a snippet of the README with its imports, and returns what it printed. */
async function run(snippet: string): Promise<unknown[][]> {
  const printed: unknown[][] = [];
  const scope = {
    createTestService,
    http,
    setupServer,
    ProcurementIntents,
    console: { log: (...values: unknown[]) => printed.push(values) },
  };
  const code = snippet.replaceAll(/^import .*$/gm, '');
  const start = compileFunction(`return (async () => {${code}})()`, Object.keys(scope)) as (
    ...values: unknown[]
  ) => Promise<void>;
  await start(...Object.values(scope));
  return printed;
}

it('the tests in the README print what their comments say, the first in at most 6 lines', async () => {
  const [first = '', second = ''] = SNIPPETS;
  expect(first.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(6);
  expect(await run(first)).toEqual([['FAILED', 'OUT_OF_STOCK']]);
  expect(await run(second)).toEqual([[2, 1]]);
});
