import { describe, expect, it } from 'vitest';
import { shows } from '../../test/test-purchase.ts';
import { isOfBlockedSupplier } from './blocked-supplier.ts';

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
});
