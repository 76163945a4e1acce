import { DEFENCES, ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { expectSuccess } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { countWaiting, withLockedTable } from '../support/lock-table.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';

const AT_ONCE = 30;
const TABLE = 'webhook_deliveries';
const WAIT_OPTIONS = { timeout: 10_000, interval: 20 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
}, 60_000);
afterAll(() => service.stop());

it('reads one page of the log of webhooks at a time for an App, beside the connections of creates', async () => {
  const other = await service.addApp();
  const { path } = ROUTES.createWebhook;
  const made = await service.call('POST', path, { body: { url: 'https://hooks.example.com/log' } });
  const log = `${path}/${made.body.data.id}/deliveries`;
  const none = `${log}?intentId=int_${'f'.repeat(32)}`;
  let listing: Promise<Answer>[] = [];
  const seen: number[] = [];
  const creates = await withLockedTable(service, TABLE, async () => {
    listing = Array.from({ length: AT_ONCE }, () => service.call('GET', none));
    await vi.waitFor(
      async () => expect(await countWaiting(service, TABLE)).toBe(DEFENCES.listsAtOnce),
      WAIT_OPTIONS,
    );
    const answers: Answer[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const body = intentBody(service);
      answers.push(await service.call('POST', ROUTES.createIntent.path, { signer: other, body }));
      seen.push(await countWaiting(service, TABLE));
    }
    return answers;
  });
  expect(creates.map(({ status }) => status)).toEqual(creates.map(() => 201));
  expect(Math.max(...seen)).toBe(DEFENCES.listsAtOnce);
  // Those that came to the lock were refused.
  for (const { status } of await Promise.all(listing)) expect([200, 503]).toContain(status);
  expectSuccess(await service.call('GET', log), 'listWebhookDeliveries');
}, 60_000);
