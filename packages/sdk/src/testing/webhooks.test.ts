import { expect, it } from 'vitest';
import { fetchWebhook, verifyWebhook, type WebhookEvent } from '../webhooks/index.ts';
import { createTestService, type TestPermission } from './index.ts';

const START = new Date('2026-11-21T08:30:00.000Z');
const HOOK = 'https://erp.example.com/hooks';

it.each(['v1', 'v1a'] as const)('delivers events to a handler, signed by %s', async (signature) => {
  const received: WebhookEvent[] = [];
  const keys: string[] = [];
  const service = createTestService({
    now: START,
    onWebhook: (request) =>
      fetchWebhook({
        secrets: keys,
        now: () => service.clock.now(),
        onEvent: (event) => void received.push(event),
      })(request),
  });
  const client = service.client();
  const { secret, publicKeys } = await client.webhooks.create({ url: HOOK, signature });
  keys.push(...(publicKeys ?? [secret as string]));
  const { id } = await client.intents.create(service.order({ draft: true }));
  expect(await service.deliverWebhooks()).toBe(1);
  expect(await service.deliverWebhooks()).toBe(0);
  expect(received).toMatchObject([{ type: 'intent.drafted', sequence: 1, data: { intentId: id } }]);
  const { items } = await client.events.list();
  expect(received).toEqual(items);
});

it('tries again by the schedule, and shows it in the log', async () => {
  let status = 500;
  const service = createTestService({
    now: START,
    onWebhook: async () => new Response(null, { status }),
  });
  const { webhooks, intents } = service.client();
  const { id } = await webhooks.create({ url: HOOK });
  await intents.create(service.order({ draft: true }));
  await service.deliverWebhooks();
  const [failed] = (await webhooks.deliveries(id)).items;
  expect(failed).toMatchObject({ state: 'PENDING', attempts: 1, lastStatus: 500 });
  expect((await webhooks.get(id)).failingSince).toBe(START.toISOString());
  status = 204;
  service.clock.advance(4999);
  expect(await service.deliverWebhooks()).toBe(0);
  service.clock.advance(1);
  expect(await service.deliverWebhooks()).toBe(1);
  const { state, log, body } = await webhooks.delivery(id, failed?.id as string);
  expect({ state, statuses: log.map((each) => each.status) }).toEqual({
    state: 'SUCCEEDED',
    statuses: [500, 204],
  });
  expect(JSON.parse(body)).toMatchObject({ type: 'intent.drafted' });
  await webhooks.retry(id, failed?.id as string);
  expect(await service.deliverWebhooks()).toBe(1);
});

it('replays what an endpoint has missed, ends what it is disabled for, and tests it', async () => {
  const ids: (string | null)[] = [];
  const service = createTestService({
    now: START,
    onWebhook: async (request) => {
      ids.push(request.headers.get('webhook-id'));
      return new Response('taken', { status: ids.length === 1 ? 410 : 200 });
    },
  });
  const { webhooks, intents } = service.client();
  const { id } = await webhooks.create({ url: HOOK, payload: 'full' });
  await intents.create(service.order({ draft: true }));
  await service.deliverWebhooks();
  expect(await webhooks.get(id)).toMatchObject({ status: 'DISABLED', disabledReason: 'GONE' });
  service.clock.advance(1000);
  await intents.create(service.order({ draft: true }));
  await webhooks.update(id, { status: 'ENABLED' });
  expect(await service.deliverWebhooks()).toBe(0);
  service.clock.advance(1000);
  const { id: replay } = await webhooks.replay(id, { since: START.toISOString() });
  expect(await service.deliverWebhooks()).toBe(2);
  expect(ids[1]).toBe(ids[0]);
  expect(await webhooks.getReplay(id, replay)).toMatchObject({ state: 'DONE', sent: 2, remaining: 0 });
  expect(await webhooks.test(id)).toEqual({ durationMs: 0, status: 200, response: 'taken' });
  expect(ids.at(-1)).toMatch(/^evt_test_/);
});

it('sends the next test all its events after a reset, at endpoints that it makes itself', async () => {
  const service = createTestService({ onWebhook: async () => new Response() });
  const { webhooks, intents } = service.client();
  for (const title of ['first test', 'second test']) {
    await webhooks.create({ url: HOOK });
    await intents.create(service.order({ title, draft: true }));
    expect(await service.deliverWebhooks()).toBe(1);
    service.reset();
  }
});

it('sends an App what it may read', async () => {
  const permissions: TestPermission[] = ['intents:read', 'intents:write', 'webhooks:read', 'webhooks:write'];
  const service = createTestService({
    apps: [{ appId: 'app_a', appSecret: 'secret a', permissions }],
    onWebhook: async () => new Response(),
  });
  const { webhooks, intents } = service.client();
  const { id } = await webhooks.create({ url: HOOK });
  const make = (title: string) => intents.create(service.order({ title, draft: true }));
  await make('waits');
  await webhooks.get(id);
  permissions.shift();
  expect(await service.deliverWebhooks()).toBe(0);
  await make('is passed over');
  expect(await service.deliverWebhooks()).toBe(0);
  permissions.unshift('intents:read');
  expect(await service.deliverWebhooks()).toBe(1);
});

it('needs a handler, and knows a signature that it did not make', async () => {
  const service = createTestService();
  await expect(service.deliverWebhooks()).rejects.toThrow('onWebhook');
  const { webhooks } = service.client();
  const { id } = await webhooks.create({ url: HOOK });
  expect(await webhooks.test(id)).toEqual({ durationMs: 0, error: 'CONNECT' });
  await expect(verifyWebhook({ body: '{}', headers: {}, secrets: 'whsec_x' })).rejects.toThrow();
});
