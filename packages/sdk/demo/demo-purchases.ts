import type { FailureCode, IntentStatus, Platform } from '../src/index.ts';

/** One line of the demo: what is bought, and the expected outcome. */
export interface Purchase {
  label: string;
  /** Item of the sandbox; its address decides what happens. */
  item: string;
  shop: 'a' | 'b' | 'c';
  /** `REFUSED`: the service does not accept the intent. */
  expected: Extract<IntentStatus, 'COMPLETED' | 'FAILED' | 'CANCELLED'> | 'REFUSED';
  failureCode?: FailureCode;
  /** Cancel the intent as soon as it is PROCESSING. */
  isCancelled?: boolean;
}

export const PLATFORM_OF_SHOP: Record<Purchase['shop'], Platform> = {
  a: 'PLATFORM_A',
  b: 'PLATFORM_B',
  c: 'PLATFORM_C',
};

export const PURCHASES: readonly Purchase[] = [
  { label: 'ordinary', item: 'ordinary', shop: 'a', expected: 'COMPLETED' },
  { label: 'slow', item: 'slow', shop: 'b', expected: 'COMPLETED' },
  { label: 'price-down', item: 'price-down', shop: 'c', expected: 'COMPLETED' },
  { label: 'flaky', item: 'flaky', shop: 'a', expected: 'COMPLETED' },
  { label: 'lost-answer', item: 'lost-answer', shop: 'b', expected: 'COMPLETED' },
  { label: 'late-answer', item: 'late-answer', shop: 'c', expected: 'COMPLETED' },
  { label: 'redirect-inside', item: 'redirect-inside', shop: 'a', expected: 'COMPLETED' },
  { label: 'out-of-stock', item: 'out-of-stock', shop: 'b', expected: 'FAILED', failureCode: 'OUT_OF_STOCK' },
  { label: 'price-up', item: 'price-up', shop: 'c', expected: 'FAILED', failureCode: 'PRICE_CHANGED' },
  { label: 'rejected', item: 'rejected', shop: 'a', expected: 'FAILED', failureCode: 'PLATFORM_REJECTED' },
  {
    label: 'undeliverable',
    item: 'undeliverable',
    shop: 'b',
    expected: 'FAILED',
    failureCode: 'ADDRESS_UNDELIVERABLE',
  },
  { label: 'slow, cancelled', item: 'slow', shop: 'c', expected: 'CANCELLED', isCancelled: true },
  { label: 'missing', item: 'missing', shop: 'a', expected: 'REFUSED' },
];
