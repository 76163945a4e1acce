import { describe, expect, it } from 'vitest';
import {
  call,
  clock,
  createEndpoint,
  createIntent,
  deadDeliverer,
  deliver,
  delivering,
  fail,
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

const endpointOf = async (id: string) => (await call('GET', `${WEBHOOKS}/${id}`)).body.data;

describe('what meanwhile became of an endpoint', () => {
  it('decides whether a 410 disables it: not when its address was changed', async () => {
    const { id } = await createEndpoint();
    receiver.respond((_, response) => {
      const changed = { url: `${receiver.origin}/hooks/moved-${id}` };
      void call('PUT', `${WEBHOOKS}/${id}`, changed).then(() => response.writeHead(410).end());
    });
    await createIntent();
    await publish();
    await deliver();
    expect(await endpointOf(id)).toMatchObject({ status: 'ENABLED', version: 2 });
    fail(410);
    await pass(10);
    await deliver();
    expect(await endpointOf(id)).toMatchObject({ status: 'DISABLED', disabledReason: 'GONE' });
  });

  it('counts nothing that failed before it was enabled', async () => {
    const { id, path } = await createEndpoint();
    await createIntent();
    await publish();
    receiver.respond((_, response) => {
      void call('PUT', `${WEBHOOKS}/${id}`, { status: 'DISABLED' }).then(() => response.writeHead(500).end());
    });
    await deliver();
    await pass(30 * HOUR);
    await call('PUT', `${WEBHOOKS}/${id}`, { status: 'ENABLED' });
    expect(await endpointOf(id)).not.toHaveProperty('failingSince');
    succeed();
    await pass(10);
    expect(await deliver()).toBe(0);
    expect(receiver.at(path)).toHaveLength(1);
  });

  it('is not told while its App may not read intents', async () => {
    const { id, path } = await createEndpoint();
    await createIntent();
    await publish();
    const appId = (await service.database.webhookEndpoint.findUniqueOrThrow({ where: { id } })).appId;
    const { permissions } = await service.database.app.findUniqueOrThrow({ where: { id: appId } });
    const fewer = permissions.filter((one) => one !== 'intents:read');
    await service.database.app.update({ where: { id: appId }, data: { permissions: fewer } });
    expect(await deliver()).toBe(0);
    await service.database.app.update({ where: { id: appId }, data: { permissions } });
    expect(await deliver()).toBe(1);
    expect(receiver.at(path)).toHaveLength(1);
  });

  it('is told after a publisher that died before it woke the endpoint', async () => {
    const { id, path } = await createEndpoint();
    await createIntent();
    await publish();
    await service.database.webhookLane.update({ where: { webhookId: id }, data: { wakeAt: null } });
    expect(await deliver()).toBe(0);
    expect(await delivering.sweeps.wakeAsleep()).toBe(1);
    expect(await deliver()).toBe(1);
    expect(await delivering.sweeps.wakeAsleep()).toBe(0);
    expect(receiver.at(path)).toHaveLength(1);
  });

  it('is told also when a sender had set a late time for it, which did not see what was queued', async () => {
    const { id, path } = await createEndpoint();
    await createIntent();
    await publish();
    const wakeAt = new Date(clock.now().getTime() + 20 * HOUR * 1000);
    await service.database.webhookLane.update({ where: { webhookId: id }, data: { wakeAt } });
    expect(await deliver()).toBe(0);
    expect(await delivering.sweeps.wakeAsleep()).toBe(1);
    expect(await deliver()).toBe(1);
    expect(receiver.at(path)).toHaveLength(1);
  });

  it('is left asleep until its next try is due', async () => {
    fail();
    await createEndpoint();
    await createIntent();
    await publish();
    await deliver();
    await pass(10);
    await deliver();
    expect(await delivering.sweeps.wakeAsleep()).toBe(0);
  });

  it('ends no later for a request of another endpoint that hangs', async () => {
    const slow = await createEndpoint();
    const other = await createEndpoint();
    await createIntent();
    await publish();
    await deadDeliverer().begin(10, 4);
    await call('PUT', `${WEBHOOKS}/${slow.id}`, { status: 'DISABLED' });
    const where = { webhookId: other.id };
    await service.database.webhookDelivery.updateMany({ where, data: { isSending: false } });
    await pass(1);
    await call('PUT', `${WEBHOOKS}/${other.id}`, { status: 'DISABLED' });
    // Endpoints of other tests have their turns too.
    const sweep = async (): Promise<void> => {
      for (let count = 0; count < 50; count += 1) await delivering.sweeps.endClosed();
    };
    await sweep();
    const stored = (webhookId: string) =>
      service.database.webhookDelivery.findFirst({ where: { webhookId } });
    expect((await stored(other.id))?.state).toBe('ENDED');
    expect((await stored(slow.id))?.state).toBe('PENDING');
    await pass(31);
    await sweep();
    expect((await stored(slow.id))?.state).toBe('ENDED');
  });

  it('is not disabled by a 410 to a request from before it was enabled anew', async () => {
    const { id } = await createEndpoint();
    await createIntent();
    await publish();
    receiver.respond((_, response) => {
      const anew = async () => {
        await call('PUT', `${WEBHOOKS}/${id}`, { status: 'DISABLED' });
        await call('PUT', `${WEBHOOKS}/${id}`, { status: 'ENABLED' });
      };
      void anew().then(() => response.writeHead(410).end());
    });
    await deliver();
    expect(await endpointOf(id)).toMatchObject({ status: 'ENABLED', version: 3 });
  });
});
