import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { startTestService, type TestService, type TestServiceOptions } from './test-service.ts';

/** The clock of `service`. */
export const clock = createFakeClock();
export let service: TestService;

/** Starts the service for the tests of this file, by a clock that they move. */
export function useService(options: Omit<TestServiceOptions, 'clock'> = {}): void {
  beforeAll(async () => {
    service = await startTestService({ ...options, clock });
  });
  afterAll(() => service.stop());
  // A new second has new rate limits.
  beforeEach(() => clock.advance(1000));
}
