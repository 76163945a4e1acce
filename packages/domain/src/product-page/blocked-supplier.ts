/**
 * Whether the company buys nothing from the supplier of a product: by its address, or by the one that its page was found
 * at. Asked before the page is read and after.
 *
 * @param isSupplierBlocked - whether an address belongs to a blocked supplier.
 */
export const isOfBlockedSupplier = (
  { productUrl, finalUrl }: { productUrl: string; finalUrl: string | null },
  isSupplierBlocked: (address: string) => boolean,
): boolean => isSupplierBlocked(productUrl) || (finalUrl !== null && isSupplierBlocked(finalUrl));
