import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { setTimeout as pause } from 'node:timers/promises';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ProcurementIntents, type Intent } from '../index.ts';
import { logIn } from '../bearer/index.ts';
import { createTestService } from './index.ts';

const README = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
const SECTION = README.slice(README.indexOf('## Tests of your own'));
const SNIPPETS = [...SECTION.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);

const WAITING = README.slice(README.indexOf('## Waiting'));

/** Runs a snippet of the README with its imports, and returns what it printed. */
async function run(snippet: string): Promise<unknown[][]> {
  const printed: unknown[][] = [];
  const scope = {
    createTestService,
    logIn,
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
  const [first = '', second = '', third = ''] = SNIPPETS;
  expect(first.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(6);
  expect(await run(first)).toEqual([['FAILED', 'OUT_OF_STOCK']]);
  expect(await run(second)).toEqual([[2, 1]]);
  expect(await run(third)).toEqual([['ORDERED']]);
});

it('the list in the README has each purchase that ends once, and again when it changes', async () => {
  const snippet = /^```ts\n(import .*?)^```$/ms.exec(WAITING)?.[1] ?? '';
  const code = ts.transpile(snippet.replaceAll(/^import .*$/gm, ''), { target: ts.ScriptTarget.ES2024 });
  const service = createTestService();
  const client = service.client();
  const makeList = compileFunction(`${code}; return followEnded;`, ['client', 'pause']) as (
    ...values: unknown[]
  ) => (since: Date, everyMs: number) => AsyncGenerator<Intent>;
  const ended = makeList(client, pause)(new Date(), 1);
  const next = async () => ((await ended.next()) as IteratorYieldResult<Intent>).value;

  service.purchases.fail({}, 'PLATFORM_UNAVAILABLE', { lateOrder: { afterMs: 90_000 } });
  service.purchases.complete({ title: '键盘' }, { shipAfterMs: null });
  service.purchases.hold({ title: '椅子' });
  await client.intents.create(service.order({ title: '椅子' }));
  const failed = await client.intents.create(service.order());
  expect(await next()).toMatchObject({ id: failed.id, status: 'FAILED' });
  const completed = await client.intents.create(service.order({ title: '键盘' }));
  expect(await next()).toMatchObject({ id: completed.id, status: 'COMPLETED' });
  service.clock.advance(90_000);
  const late = await next();
  expect(late).toMatchObject({ id: failed.id, status: 'FAILED' });
  expect(late.version).toBeGreaterThan(1);
  await ended.return(undefined);
});
