import { describe, expect, it } from 'vitest';
import { GONE, shows, unclear } from '../../test/test-purchase.ts';
import { checkPage, findingOfPage } from './check-product-page.ts';

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
