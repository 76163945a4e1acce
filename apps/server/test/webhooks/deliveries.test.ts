import { DELIVERY_PAUSES } from '@procurement-intents/contract/webhooks';
import { describe, expect, it } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import { verified } from './receiver.ts';
import {
  ALL,
  call,
  clock,
  createEndpoint,
  createIntent,
  deadDeliverer,
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
  signer,
  succeed,
  useWebhooks,
  WEBHOOKS,
} from './use-webhooks.ts';

useWebhooks();

describe('a delivery (DL1 to DL6)', () => {
  it('is the event of the feed, signed, with the id of the event', async () => {
    const { path, secret, id } = await createEndpoint();
    const intentId = await createIntent();
    await publish();
    await deliver();
    const [event] = await feed();
    const [received] = receiver.at(path);
    expect(receiver.at(path)).toHaveLength(1);
    expect(JSON.parse(received?.body ?? '')).toEqual(event);
    expect(event.data).toEqual({ intentId, to: 'DRAFT', status: 'DRAFT', version: 1 });
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'procurement-intents-webhooks/1',
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(clock.now().getTime() / 1000)),
    });
    expect(await verified(received!, secret, clock.now())).toEqual(event);
    const { items } = await deliveriesOf(id);
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^dlv_[0-9a-f]{32}$/),
        eventId: event.id,
        sequence: 1,
        type: 'intent.drafted',
        intentId,
        state: 'SUCCEEDED',
        attempts: 1,
        lastStatus: 204,
        createdAt: clock.now().toISOString(),
      },
    ]);
    const one = await call('GET', `${WEBHOOKS}/${id}/deliveries/${items[0].id}`);
    expect(one.body.data).toEqual({
      ...items[0],
      body: received?.body,
      log: [
        { at: clock.now().toISOString(), trigger: 'SCHEDULE', durationMs: expect.any(Number), status: 204 },
      ],
    });
  });

  it('is signed with ed25519 for an endpoint that wants it', async () => {
    const { path, answer } = await createEndpoint({ signature: 'v1a' });
    await createIntent();
    await publish();
    await deliver();
    const [received] = receiver.at(path);
    expect(received?.headers['webhook-signature']).toMatch(/^v1a,/);
    const event = await verified(received!, answer.body.data.publicKeys, clock.now());
    expect(event.type).toBe('intent.drafted');
  });

  it('goes to each endpoint that wants its type, of that App alone', async () => {
    const all = await createEndpoint();
    const some = await createEndpoint({ eventTypes: ['intent.submitted', 'intent.deleted'] });
    const disabled = await createEndpoint({ status: 'DISABLED' });
    const id = await createIntent();
    await call('DELETE', `/api/v1/intents/${id}`);
    const other = await service.addApp();
    await service.call('POST', '/api/v1/intents', {
      signer: other,
      body: { ...intentBody(service), draft: true },
    });
    await publish();
    await deliver();
    expect(receiver.at(all.path).map(({ event }) => event.type)).toEqual([
      'intent.drafted',
      'intent.deleted',
    ]);
    expect(receiver.at(some.path).map(({ event }) => event.type)).toEqual(['intent.deleted']);
    expect(receiver.at(disabled.path)).toEqual([]);
  });

  it('is not queued while its App may not read intents (WH4)', async () => {
    const { path, id } = await createEndpoint();
    await service.database.app.update({
      where: { id: signer.appId },
      data: { permissions: ALL.filter((one) => one !== 'intents:read') },
    });
    await createIntent();
    await publish();
    await deliver();
    expect(receiver.at(path)).toEqual([]);
    expect((await deliveriesOf(id)).items).toEqual([]);
  });

  it('waits while its App is disabled (WH7)', async () => {
    const { path } = await createEndpoint();
    await createIntent();
    await publish();
    const setDisabled = (disabledAt: Date | null) =>
      service.database.app.update({ where: { id: signer.appId }, data: { disabledAt } });
    await setDisabled(clock.now());
    await deliver();
    expect(receiver.at(path)).toEqual([]);
    await setDisabled(null);
    await deliver();
    expect(receiver.at(path)).toHaveLength(1);
  });

  it('with the intent as it is when it is sent, without personal data, in a full body (DL2, X6)', async () => {
    const { path } = await createEndpoint({ payload: 'full' });
    const intentId = await createIntent({ remarks: '请放门口' });
    await publish();
    await deliver();
    await call('DELETE', `/api/v1/intents/${intentId}`);
    await publish();
    await deliver();
    const [first, second] = receiver.at(path).map(({ body }) => JSON.parse(body).data.intent);
    expect(first).toEqual({
      id: intentId,
      userId: expect.any(String),
      platform: 'PLATFORM_A',
      title: expect.any(String),
      price: expect.any(Number),
      quantity: expect.any(Number),
      totalAmount: expect.any(Number),
      status: 'DRAFT',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 1,
    });
    expect(second).toBeNull();
    expect(Buffer.byteLength(receiver.at(path)[0]?.body ?? '')).toBeLessThan(16_384);
  });

  it('is tried ten times by the schedule, each pause times 0.8 to 1.2, then it has failed (DL5)', async () => {
    fail();
    const { path, id } = await createEndpoint();
    await createIntent();
    await publish();
    await deliver();
    const pauses: number[] = [];
    for (const [index, pause] of DELIVERY_PAUSES.entries()) {
      const { items } = await deliveriesOf(id);
      expect(items[0]).toMatchObject({ state: 'PENDING', attempts: index + 1, lastStatus: 500 });
      const dueMs = Date.parse(items[0].nextAttemptAt) - clock.now().getTime();
      expect(dueMs).toBeGreaterThanOrEqual(pause * 800);
      expect(dueMs).toBeLessThanOrEqual(pause * 1200);
      pauses.push(dueMs / (pause * 1000));
      await pass(dueMs / 1000 - 1);
      expect(await deliver()).toBe(0);
      await pass(1);
      expect(await deliver()).toBe(1);
    }
    expect(new Set(pauses).size).toBeGreaterThan(5);
    const { items } = await deliveriesOf(id);
    expect(items[0]).toMatchObject({ state: 'FAILED', attempts: 10 });
    expect(items[0]).not.toHaveProperty('nextAttemptAt');
    await pass(100 * HOUR);
    expect(await deliver()).toBe(0);
    expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('waits longer when the receiver asks for it, and no shorter', async () => {
    const { id } = await createEndpoint();
    const dueAfter = async (retryAfter: string) => {
      receiver.respond((_, response) => response.writeHead(429, { 'retry-after': retryAfter }).end());
      await createIntent();
      await publish();
      await deliver();
      const { items } = await deliveriesOf(id, '?limit=1');
      return (Date.parse(items[0].nextAttemptAt) - clock.now().getTime()) / 1000;
    };
    expect(await dueAfter('100')).toBe(100);
    expect(await dueAfter(new Date(clock.now().getTime() + 201_000).toUTCString())).toBeCloseTo(200, -1);
    expect(await dueAfter('1')).toBeGreaterThanOrEqual(4);
    expect(await dueAfter('999999')).toBe(86_400);
    expect(await dueAfter('soon')).toBeLessThanOrEqual(6);
  });

  it.each([
    ['a redirect', 302, 'STATUS'],
    ['a refusal', 400, 'STATUS'],
    ['not modified', 304, 'STATUS'],
  ])('fails by %s, and follows nothing', async (_, status, error) => {
    receiver.respond((__, response) =>
      response.writeHead(status, { location: `${receiver.origin}/elsewhere` }).end('no\u0007!'),
    );
    const { id, path } = await createEndpoint();
    await createIntent();
    await publish();
    await deliver();
    expect(receiver.received.map((one) => one.path)).toEqual([path]);
    const { items } = await deliveriesOf(id);
    const one = await call('GET', `${WEBHOOKS}/${id}/deliveries/${items[0].id}`);
    expect(one.body.data.log[0]).toMatchObject({ status, error });
    expect(one.body.data.log[0].response).toBe(status === 304 ? undefined : 'no\uFFFD!');
  });

  it('keeps 1,024 bytes of a long answer, and reads no more of it than 16 kB', async () => {
    let written = 0;
    receiver.respond((_, response) => {
      response.writeHead(200);
      const write = (): void => {
        if (response.destroyed || written > 4_000_000) return;
        written += 8192;
        response.write('x'.repeat(8192), () => setTimeout(write, 5));
      };
      write();
    });
    const { id } = await createEndpoint();
    await createIntent();
    await publish();
    await deliver();
    const { items } = await deliveriesOf(id);
    expect(items[0].state).toBe('SUCCEEDED');
    const one = await call('GET', `${WEBHOOKS}/${id}/deliveries/${items[0].id}`);
    expect(one.body.data.log[0].response).toBe('x'.repeat(1024));
    expect(written).toBeLessThan(1_000_000);
  });

  it('disables an endpoint that is gone, and tells of it in the feed (DL4)', async () => {
    fail(410);
    const { id } = await createEndpoint();
    const told = await createEndpoint({ eventTypes: ['webhook.disabled'] });
    await createIntent();
    await publish();
    await deliver();
    expect((await call('GET', `${WEBHOOKS}/${id}`)).body.data).toMatchObject({
      status: 'DISABLED',
      disabledReason: 'GONE',
      version: 2,
    });
    succeed();
    await publish();
    await deliver();
    const events = await feed();
    expect(events.at(-1)).toMatchObject({
      type: 'webhook.disabled',
      data: { webhookId: id, detail: 'GONE' },
    });
    expect(events.at(-1).data).not.toHaveProperty('intentId');
    expect(receiver.at(told.path).map(({ event }) => event.data)).toEqual([
      { webhookId: id, detail: 'GONE' },
    ]);
  });

  it('is sent again by another process when the one that sent it has died, which writes nothing any more', async () => {
    const { path, id } = await createEndpoint();
    await createIntent();
    await publish();
    const dead = deadDeliverer();
    expect(await dead.begin(10, 4)).toBe(1);
    expect(await deliver()).toBe(0);
    let { items } = await deliveriesOf(id);
    expect(items[0]).toMatchObject({ state: 'PENDING', attempts: 1 });
    await pass(31);
    expect(await deliver()).toBe(1);
    ({ items } = await deliveriesOf(id));
    expect(items[0]).toMatchObject({ state: 'SUCCEEDED', attempts: 2 });
    const late = { id: items[0].id.slice(4), attempt: 1, state: 'FAILED' as const, dueAt: null };
    await delivering.results.finish([
      { ...late, durationMs: 1, status: 500, error: 'STATUS', response: null, isJudged: true },
    ]);
    const one = (await call('GET', `${WEBHOOKS}/${id}/deliveries/${items[0].id}`)).body.data;
    expect(one.state).toBe('SUCCEEDED');
    expect(one.log.map(({ error }: any) => error)).toEqual(['UNKNOWN', undefined]);
    expect(receiver.at(path)).toHaveLength(1);
  });
});
