import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import { PAGE_GONE_MS } from './due.ts';
import type { PurchaseState } from './purchase-rules.ts';
import type { Evidence } from './purchase-steps.ts';
import { before, decide, GONE, NOTHING, NOW, PATIENT, shows, unclear } from '../../test/test-purchase.ts';

describe('an attempt that has read the page decides', () => {
  const failed = (failureCode: string) => ({
    kind: 'end',
    outcome: { to: 'FAILED', failureCode, order: null, mayAppear: true },
  });
  const retry = (reason: string, more: object = {}) => ({ kind: 'retry', reason, ...more });

  it.each<[string, Partial<PurchaseState>, Evidence<OrderFacts>, object]>([
    [
      'FAILED by a sold-out page',
      {},
      { page: shows(9999, false), foundLast: NOTHING },
      failed('OUT_OF_STOCK'),
    ],
    [
      'FAILED by a price above the intent',
      {},
      { page: shows(1991), foundLast: NOTHING },
      failed('PRICE_CHANGED'),
    ],
    [
      'to look again at a page that is gone',
      {},
      { page: GONE },
      retry('product page: NOT_FOUND', { pageGoneAt: NOW }),
    ],
    [
      'to look again too soon after the first time',
      { pageGoneAt: before(PAGE_GONE_MS - 1) },
      { page: GONE },
      retry('product page: NOT_FOUND', { pageGoneAt: before(PAGE_GONE_MS - 1) }),
    ],
    [
      'FAILED by a page that is still gone',
      { pageGoneAt: before(PAGE_GONE_MS) },
      { page: GONE, foundLast: NOTHING },
      failed('PRODUCT_NOT_FOUND'),
    ],
    [
      'to look again at a captcha',
      {},
      { page: { ok: false, kind: 'refused', reason: 'NOT_A_PRODUCT' } },
      retry('product page: NOT_A_PRODUCT'),
    ],
    [
      'FAILED by a page that stays unclear',
      PATIENT,
      { found: NOTHING, page: unclear('HTTP_503'), foundLast: NOTHING },
      failed('PLATFORM_UNAVAILABLE'),
    ],
    [
      'nothing by a page that its own process broke off',
      PATIENT,
      { found: NOTHING, page: unclear('ABORTED') },
      retry('product page: ABORTED', { isOurDelay: true }),
    ],
    [
      'nothing by a page for which there was no time',
      PATIENT,
      { found: NOTHING, page: unclear('OVER_SHARE') },
      { kind: 'postpone' },
    ],
  ])('%s', (_what, change, evidence, decision) => {
    expect(decide(change, evidence)).toEqual(decision);
  });
});
