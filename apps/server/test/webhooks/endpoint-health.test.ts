import { describe, expect, it } from 'vitest';
import { watchEndpoints } from '../../src/webhooks/start-delivering.ts';
import { createLogger } from '../../src/observability/logger.ts';
import {
  call,
  clock,
  createEndpoint,
  createIntent,
  deliver,
  deliveriesOf,
  delivering,
  fail,
  feed,
  HOUR,
  pass,
  publish,
  receiver,
  service,
  succeed,
  useWebhooks,
  WEBHOOKS,
} from './use-webhooks.ts';

useWebhooks();

describe('an endpoint that takes nothing (DL9, DL10)', () => {
  /** What a scrape says, without the prefix of the names. */
  const metrics = async () => {
    const { text } = await service.metrics.render();
    const lines = text
      .split('\n')
      .flatMap((line) => /^procurement_(\w+) ([\d.]+)$/.exec(line)?.slice(1) ?? []);
    const pairs = lines.flatMap((name, index) => (index % 2 === 0 ? [[name, Number(lines[index + 1])]] : []));
    return { rendered: Object.fromEntries(pairs) as Record<string, number> };
  };
  const watch = () => watchEndpoints(delivering.results, createLogger('silent'));

  it('is told of after 24 hours, once, and disabled after 120 with failures on three days', async () => {
    fail();
    const { id } = await createEndpoint({ eventTypes: ['intent.drafted'] });
    await createIntent();
    await publish();
    await deliver();
    const since = (await call('GET', `${WEBHOOKS}/${id}`)).body.data.failingSince;
    expect(since).toBe(clock.now().toISOString());
    await pass(23 * HOUR);
    await watch();
    await publish();
    expect((await feed()).map(({ type }: any) => type)).toEqual(['intent.drafted']);
    await pass(2 * HOUR);
    await watch();
    await watch();
    await publish();
    expect((await feed()).at(-1)).toMatchObject({
      type: 'webhook.failing',
      data: { webhookId: id, detail: since },
    });
    expect(await feed()).toHaveLength(2);
    const statuses: string[] = [];
    for (let day = 0; day < 4; day += 1) {
      await pass(24 * HOUR);
      await deliver();
      await watch();
      statuses.push((await call('GET', `${WEBHOOKS}/${id}`)).body.data.status);
    }
    expect(statuses).toEqual(['ENABLED', 'ENABLED', 'ENABLED', 'DISABLED']);
    expect((await call('GET', `${WEBHOOKS}/${id}`)).body.data.disabledReason).toBe('FAILING');
    await publish();
    expect((await feed()).map(({ type }: any) => type)).toEqual([
      'intent.drafted',
      'webhook.failing',
      'webhook.disabled',
    ]);
  });

  it('is counted by the metrics, and so is what waits', async () => {
    const { rendered } = await metrics();
    expect(rendered).toMatchObject({
      failing_webhooks: 0,
      unpublished_events_seconds: 0,
      webhooks_overdue_seconds: 0,
    });
    fail();
    const { id } = await createEndpoint();
    await createIntent();
    await pass(7);
    expect((await metrics()).rendered['unpublished_events_seconds']).toBe(7);
    await publish();
    await pass(9);
    expect((await metrics()).rendered).toMatchObject({
      unpublished_events_seconds: 0,
      webhooks_overdue_seconds: 9,
    });
    await deliver();
    await pass(25 * HOUR);
    expect((await metrics()).rendered['failing_webhooks']).toBe(1);
    await call('PUT', `${WEBHOOKS}/${id}`, { status: 'DISABLED' });
    expect((await metrics()).rendered).toMatchObject({ failing_webhooks: 0, webhooks_overdue_seconds: 0 });
  });

  it('that takes one of them is well again', async () => {
    fail();
    const { id } = await createEndpoint();
    await createIntent();
    await publish();
    await deliver();
    succeed();
    await pass(10);
    await deliver();
    expect((await call('GET', `${WEBHOOKS}/${id}`)).body.data).not.toHaveProperty('failingSince');
    await pass(30 * HOUR);
    await watch();
    await publish();
    expect(await feed()).toHaveLength(1);
  });

  it('that is disabled ends what is open, and gets nothing old when it is enabled', async () => {
    fail();
    const { id, path } = await createEndpoint();
    await createIntent();
    await publish();
    await deliver();
    await call('PUT', `${WEBHOOKS}/${id}`, { status: 'DISABLED' });
    expect((await deliveriesOf(id)).items[0].state).toBe('ENDED');
    await createIntent();
    await publish();
    expect((await deliveriesOf(id)).items).toHaveLength(1);
    await pass(1);
    await call('PUT', `${WEBHOOKS}/${id}`, { status: 'ENABLED' });
    succeed();
    await pass(100);
    await deliver();
    expect(receiver.at(path)).toHaveLength(1);
    expect((await deliveriesOf(id)).items[0].state).toBe('ENDED');
    while ((await delivering.sweeps.endClosed()) > 0);
    expect((await deliveriesOf(id)).items[0].state).toBe('ENDED');
    await createIntent();
    await publish();
    await deliver();
    expect(receiver.at(path)).toHaveLength(2);
  });
});
