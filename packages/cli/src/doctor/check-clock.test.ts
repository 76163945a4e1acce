import { expect, it } from 'vitest';
import { checkClock } from './check-clock.ts';

it.each([
  [null, 'skip', 'did not tell'],
  [400, 'ok', '0.4 s ahead of'],
  [-31_000, 'warn', '31 s behind'],
  [300_001, 'fail', '300 s ahead of'],
  [-600_000, 'fail', '600 s behind'],
] as const)('rates an offset of %s ms', (offsetMs, verdict, detail) => {
  expect(checkClock(offsetMs)).toMatchObject({ verdict, detail: expect.stringContaining(detail) });
});
