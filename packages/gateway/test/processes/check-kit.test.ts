import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkGateway, verdictOf } from '../../src/check/check-gateway.ts';
import type { CheckReport } from '../../src/check/check-gateway.ts';
import type { Mutation } from '../check/kit/messages.ts';
import { KIT_MUTANTS } from '../check/kit/mutants.ts';
import { startKit, TOKEN } from '../check/kit/start-kit.ts';
import type { KitSetup } from '../check/kit/start-kit.ts';
import { QUICK_TIMES, SMALL_SIZES } from '../check/quick.ts';

// All of them take some three minutes, so `npm run test:long` has them, and a short run those of money alone.
const IS_LONG = process.env['TEST_LONG'] === '1';
const OF_MONEY = new Set(['money/cap', 'once/time-over', 'faults/kill-lower-total']);
const MUTANTS = KIT_MUTANTS.filter(({ finder }) => IS_LONG || OF_MONEY.has(finder));

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** Kills at once: the kit that is started here dies when the next payment begins. */
const TIMES = {
  ...QUICK_TIMES,
  responseMs: 15_000,
  clearMs: 15_000,
  watchMs: 1_000,
  recoverMs: 10_000,
  killSpreadMs: 0,
};

async function check(
  mutation: Mutation | null,
  setup: KitSetup | undefined,
  only?: string[],
  asksProvider = true,
): Promise<CheckReport> {
  const { url, second, ship, kill, restart, charged, close } = await startKit(mutation, setup);
  onTestFinished(close);
  return checkGateway({
    url,
    ...(second !== undefined && { second }),
    token: TOKEN,
    product: `${url}/products/1`,
    soldOut: `${url}/products/2`,
    maxSpendFen: 10_000_00,
    ship,
    kill,
    restart,
    ...(asksProvider && { charged }),
    sizes: SMALL_SIZES,
    times: TIMES,
    ...(only && { only }),
  });
}

const outcomesOf = ({ results }: CheckReport) =>
  Object.fromEntries(
    results.map(({ id, outcome, message }) => [id, message ? `${outcome}: ${message}` : outcome]),
  );

describe('the whole kit', { timeout: 120_000 }, () => {
  it('keeps every promise that the checker knows', async () => {
    const report = await check(null, { isShared: true });
    expect(report.results.filter(({ outcome }) => outcome !== 'kept').map(({ id }) => id)).toEqual([
      'list/keyset-cursor', // All orders of this run are on one page.
    ]);
    expect(verdictOf(report)).toBe('kept');
  });

  it.each(MUTANTS.filter(({ setup }) => IS_LONG && setup))(
    'keeps $finder at the shop that shows: $fault',
    async ({ finder, setup }) => {
      expect(outcomesOf(await check(null, setup, [finder]))).toEqual({ [finder]: 'kept' });
    },
  );
});

describe('the kit', { timeout: 60_000 }, () => {
  it.each(MUTANTS)('is found broken by $finder when $fault', async ({ mutation, setup, finder }) => {
    const report = await check(mutation, setup, [finder]);
    expect(outcomesOf(report)).toEqual({ [finder]: expect.stringMatching(/^broken: /) });
  });
});

describe('an adapter that forgets which total it began to charge', { timeout: 60_000 }, () => {
  const setup: KitSetup = { habits: { storesTotal: true, forgetsTotal: true } };
  const finder = 'faults/kill-lower-total';

  it('is found by what the payment provider has charged', async () => {
    const report = await check(null, setup, [finder]);
    expect(outcomesOf(report)).toEqual({
      [finder]: expect.stringMatching(
        /^broken: the payment provider has charged 19\.90 yuan for chk-.*, and not 0\.00$/,
      ),
    });
  });

  it('is not found by its own words', async () => {
    expect(outcomesOf(await check(null, setup, [finder], false))).toEqual({ [finder]: 'kept' });
  });
});

it('is described by the README', () => {
  const rows = README.matchAll(/^\| (.+?) +\| `(\w+\/[\w-]+)` +\|$/gm);
  const described = [...rows].map(([, fault, finder]) => `${fault}: ${finder}`);
  expect(described).toEqual(
    expect.arrayContaining(KIT_MUTANTS.map(({ fault, finder }) => `${fault}: ${finder}`)),
  );
});
