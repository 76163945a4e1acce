import { ROUTES } from '@procurement-intents/contract';
import { expect, it, onTestFinished } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startTestService } from '../support/test-service.ts';

it('refuses a signature that may be too old while the clock has lost its way (A3)', async () => {
  const { now, advance } = createFakeClock();
  let astrayMs = 3_600_000;
  const latest = (): Date => new Date(now().getTime() + astrayMs);
  const service = await startTestService({ clock: { now, latest } });
  onTestFinished(service.stop);
  advance(1000);
  expectError(await service.call('GET', ROUTES.listIntents.path), 'TIMESTAMP_INVALID');
  astrayMs = 0;
  expect((await service.call('GET', ROUTES.listIntents.path)).status).toBe(200);
});
