import { expect, it } from 'vitest';
import { GONE, shows, unclear } from '../../test/test-purchase.ts';
import { finalUrlOf } from './page-answer.ts';

it('leads to the address of a page that shows it, and to none without such a page', () => {
  expect([shows(1), GONE, unclear('TIMEOUT'), undefined].map(finalUrlOf)).toEqual([
    shows(1).page.finalUrl,
    null,
    null,
    null,
  ]);
});
