import { describeFieldIssue } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { person, requestBody } from '../procurement/support.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const PLATFORM = 'PLATFORM_C';
const REFUSAL = { field: 'platform', message: describeFieldIssue({ rule: 'notConnected' }, 'zh') };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ isWorking: true, retryBudgetMs: 500, unconnected: [PLATFORM] });
});
afterAll(() => service.stop());

const bodyFor = (changes: object = {}) => ({
  ...intentBody(service),
  productUrl: `${service.sandboxUrl}/c/items/ordinary`,
  platform: PLATFORM,
  ...changes,
});

it.each([
  ['an intent', {}],
  ['a draft', { draft: true }],
])('%s for a platform that is not connected is refused by that field', async (_what, changes) => {
  const answer = await service.call('POST', '/api/v1/intents', { body: bodyFor(changes) });
  expect(answer.body).toMatchObject({ code: 40001, data: { errors: [REFUSAL] } });
  expect(await service.database.intent.count({ where: { platform: PLATFORM } })).toBe(0);
});

it('an item of a batch is refused alone', async () => {
  const items = [
    { ...bodyFor(), idempotencyKey: 'c-1' },
    { ...intentBody(service), idempotencyKey: 'a-1' },
  ];
  const answer = await service.call('POST', '/api/v1/intents/batch', { body: { items } });
  const { items: results } = answer.body.data as { items: { status: string }[] };
  expect(results.map(({ status }) => status)).toEqual(['failed', 'created']);
});

it('a request of a colleague is refused', async () => {
  const buyer = await person(service, ['read:purchase-requests', 'write:purchase-requests']);
  const { platform: _platform, productUrl: _url, ...body } = requestBody(service);
  const { productUrl } = bodyFor();
  const answer = await buyer.call('POST', '/v1/purchase-requests', {
    body: { ...body, platform: PLATFORM, productUrl },
  });
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('platform')]);
});

it('an intent whose platform was taken away ends as of a platform that is down, and a draft stays', async () => {
  const [submitted, draft] = await Promise.all([intentIn(service, 'DRAFT'), intentIn(service, 'DRAFT')]);
  await service.database.intent.updateMany({
    where: { id: { in: [submitted, draft] } },
    data: { platform: PLATFORM },
  });
  const refused = await service.call('POST', `/api/v1/intents/${draft}/submit`);
  expect(refused.body).toMatchObject({ code: 40001, data: { errors: [REFUSAL] } });
  const at = new Date();
  await service.database.intent.update({
    where: { id: submitted },
    data: { status: 'SUBMITTED', submittedAt: at, nextAttemptAt: at },
  });
  await vi.waitFor(
    async () => {
      const { body } = await service.call('GET', `/api/v1/intents/${submitted}`);
      expect(body.data).toMatchObject({ status: 'FAILED', failureCode: 'PLATFORM_UNAVAILABLE' });
    },
    { timeout: 15_000, interval: 200 },
  );
});
