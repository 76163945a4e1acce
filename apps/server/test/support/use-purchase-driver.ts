import { afterAll, afterEach, beforeAll } from 'vitest';
import { type PurchaseDriver, type PurchaseDriverOptions, startPurchaseDriver } from './purchase-driver.ts';

export let driver: PurchaseDriver;

/** Starts a driver for the tests of this file; each test begins with a gateway that hands everything on. */
export function usePurchaseDriver(options: PurchaseDriverOptions = {}): void {
  beforeAll(async () => {
    driver = await startPurchaseDriver(options);
  });
  afterAll(() => driver.stop());
  afterEach(() => driver.reset());
}
