import { PLATFORMS } from '@procurement-intents/contract';

/** What production has to be told about its shops. Nothing answers at these addresses. */
export const SHOP_SETTINGS: Record<string, string> = Object.fromEntries(
  PLATFORMS.flatMap((id) => [
    [`${id}_URL`, 'https://gateway.shop.example'],
    [`${id}_TOKEN`, 'token'],
    [`${id}_PRODUCT_URLS`, 'https://item.shop.example/'],
  ]),
);
