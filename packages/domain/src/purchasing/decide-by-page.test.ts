import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import { checkPage, finalUrlOf, findingOfPage, isOfBlockedSupplier } from './decide-by-page.ts';
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

describe('a create that has read the page', () => {
  it.each([
    ['accepts a product, sold out or not', shows(1, false), 'product', true],
    ['refuses a page that is missing', GONE, 'refused', true],
    [
      'refuses a page that is no product',
      { ok: false, kind: 'refused', reason: 'NOT_A_PRODUCT' },
      'refused',
      true,
    ],
    ['accepts a page that nobody can read, for the next creates too', unclear('TOO_LARGE'), 'unclear', true],
    ['accepts a page that is no text, for the next creates too', unclear('BAD_ANSWER'), 'unclear', true],
    ['accepts a page that did not come in time, for itself alone', unclear('TIMEOUT'), 'unclear', false],
  ] as const)('%s', (_what, answer, outcome, isLasting) => {
    const finalUrl = answer.ok ? answer.page.finalUrl : null;
    expect(checkPage(answer)).toEqual({ outcome, finalUrl, isLasting });
  });
});

describe('a product is one of a blocked supplier', () => {
  const productUrl = 'https://shop.example/go/1';
  const { finalUrl } = shows(1).page;
  it.each([
    ['by its own address, before its page is read', productUrl, null, true],
    ['by its own address, wherever that leads', productUrl, finalUrl, true],
    ['by the address that it leads to', finalUrl, finalUrl, true],
    ['by no address that it has not led to', finalUrl, null, false],
    ['by no address but these', 'https://shop.example/2', finalUrl, false],
  ])('%s', (_how, blocked, found, expected) => {
    expect(isOfBlockedSupplier({ productUrl, finalUrl: found }, (address) => address === blocked)).toBe(
      expected,
    );
  });

  it('leads to the address of a page that shows it, and to none without such a page', () => {
    expect([shows(1), GONE, unclear('TIMEOUT'), undefined].map(finalUrlOf)).toEqual([
      finalUrl,
      null,
      null,
      null,
    ]);
  });
});

describe('a product that somebody wants', () => {
  it.each([
    ['is refused by a page that is none', 'refused', null, 'productPage'],
    ['is accepted by its page', 'product', null, 'accepted'],
    ['is accepted by a page that leads on', 'product', 'https://a.example/2', 'accepted'],
    [
      'is refused by a page that leads to a blocked supplier',
      'product',
      'https://blocked.example/2',
      'supplierBlocked',
    ],
    ['is accepted without a clear answer', 'unclear', null, 'accepted'],
  ] as const)('%s', (_what, outcome, finalUrl, finding) => {
    const isBlocked = (address: string) => address.startsWith('https://blocked.example/');
    expect(findingOfPage({ outcome, finalUrl }, 'https://a.example/1', isBlocked)).toBe(finding);
    // Its own address was asked for before: what is found then is no second refusal.
    const own = findingOfPage({ outcome, finalUrl }, 'https://blocked.example/1', isBlocked);
    expect(own).toBe(outcome === 'refused' ? 'productPage' : 'accepted');
  });
});
