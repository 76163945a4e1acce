import { ValidationError } from '../errors.ts';

/**
 * 40001 for a product URL.
 *
 * @param rule - `productUrl`: not an address of this platform's product pages; `productPage`: a page that is certainly
 *   no product; `supplierBlocked`: the company buys nothing from its supplier.
 */
export function productUrlError(rule: 'productUrl' | 'productPage' | 'supplierBlocked'): ValidationError {
  return new ValidationError([{ field: 'productUrl', issue: { rule } }]);
}

/** 40001 for a platform that this installation does not buy on. */
export const notConnectedError = (): ValidationError =>
  new ValidationError([{ field: 'platform', issue: { rule: 'notConnected' } }]);
