import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import { expect, it } from 'vitest';
import { checkTestCount } from './sample-event.ts';

it('lets so many tests of a minute through, and names the seconds until the next one', () => {
  const now = new Date('2026-11-21T08:30:45.000Z');
  expect(() => checkTestCount(WEBHOOK_LIMITS.testsPerMinute, now)).not.toThrow();
  expect(() => checkTestCount(WEBHOOK_LIMITS.testsPerMinute + 1, now)).toThrow(
    expect.objectContaining({ errorName: 'RATE_LIMITED', headers: { 'Retry-After': '15' } }),
  );
});
