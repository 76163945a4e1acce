import { describe, expect, it } from 'vitest';
import { checkGateway, verdictOf } from '../../src/check/check-gateway.ts';
import type { CheckReport } from '../../src/check/check-gateway.ts';
import { QUICK_TIMES, SMALL_SIZES } from '../check/quick.ts';
import { startGateway, TOKEN } from '../check/mutants/gateway.ts';
import { MUTATIONS } from '../check/mutants/shop.ts';
import type { Mutation } from '../check/mutants/shop.ts';

/** Each order of this one waits for another call of its number. */
const SLOW: Mutation = 'lease-for-lock';

async function check(mutation: Mutation | null): Promise<CheckReport> {
  const { url, second, close } = await startGateway(mutation);
  try {
    return await checkGateway({
      url,
      second,
      token: TOKEN,
      product: `${url}/products/1`,
      soldOut: `${url}/products/2`,
      maxSpendFen: 10_000_00,
      sizes: SMALL_SIZES,
      times: QUICK_TIMES,
      ...(mutation === SLOW && { only: [FINDER[mutation]] }),
    });
  } finally {
    await close();
  }
}

const idsOf = (report: CheckReport, outcome: string): string[] =>
  report.results.filter((result) => result.outcome === outcome).map(({ id }) => id);

/** The check that has to find each fault; the gateway may fall over others too. */
const FINDER: Record<Mutation, string> = {
  'dedupe-off': 'once/equal-posts',
  'index-dropped': 'once/two-addresses',
  'lease-for-lock': 'once/two-addresses',
  'pay-before-compare': 'money/cap',
  'forgets-refusals': 'word/refusal-stays',
  'shows-half-made': 'word/half-made-hidden',
  'offset-cursor': 'list/keyset-cursor',
  'quotes-another-price': 'money/quote',
};

describe.concurrent('a small gateway', { timeout: 120_000 }, () => {
  it('without a fault keeps every promise, and is left without an order', async () => {
    const report = await check(null);
    expect(report.results.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
    expect(idsOf(report, 'not-checked')).toEqual([
      'door/health',
      'form/capabilities',
      'faults/kill',
      'faults/kill-lower-total',
      'money/charged',
      'cancel/after-ship',
    ]);
    expect(verdictOf(report)).toBe('kept');
    expect(report.costFen).toBe(0);
  });

  it.each(MUTATIONS)('with the fault %s is found broken by name', async (mutation) => {
    const report = await check(mutation);
    expect(idsOf(report, 'broken')).toContain(FINDER[mutation]);
    expect(verdictOf(report)).toBe('broken');
    for (const result of report.results.filter(({ outcome }) => outcome === 'broken')) {
      expect(result.mend).toBeTruthy();
      expect(JSON.stringify(result)).not.toContain(TOKEN);
    }
  });
});
