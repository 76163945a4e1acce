import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { breakOff, createClient, ok, refuse, startService, type Reply } from '../test/start-service.ts';
import type { CreateIntentBody, Intent } from './generated/types.ts';
import { ConnectionError } from './index.ts';

// Back-off without delay; retry.test.ts tests the delays.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
  vi.restoreAllMocks();
});

const BODY = { userId: 'user_1001', platform: 'PLATFORM_A', quantity: 1 } as CreateIntentBody;
const AT = '2026-11-21T08:30:00.000Z';
const CREATED = { id: 'int_1', status: 'SUBMITTED' };

async function start(...replies: [Reply, ...Reply[]]) {
  const service = await startService(...replies);
  const sent = () => service.received.map(({ method, path }) => `${method} ${path}`);
  return { service, sent, intents: createClient(service.baseUrl).intents };
}

const intent = (status: Intent['status'], more: object = {}) =>
  ({ id: 'int_1', status, updatedAt: AT, version: 2, ...more }) as Intent;
const refusedFor = (name: 'CANCEL_REFUSED' | 'DELETE_REFUSED', currentStatus: Intent['status']) =>
  refuse(name, { data: { currentStatus, reason: 'r' } });

describe('create', () => {
  it('uses a new key for every call, or the given one', async () => {
    const { service, intents } = await start(ok(CREATED, 201));
    await intents.create(BODY);
    await intents.create(BODY);
    await intents.create(BODY, { idempotencyKey: 'order-77' });
    const [first, second, third] = service.received.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
    expect(third).toBe('order-77');
  });

  it.each(['', 'x'.repeat(256), 'order 77', '订单', 'a\r\nb'])(
    'sends nothing under the key %j',
    async (key) => {
      const { service, intents } = await start(ok(CREATED, 201));
      await expect(intents.create(BODY, { idempotencyKey: key })).rejects.toThrow(TypeError);
      expect(service.received).toHaveLength(0);
    },
  );

  // As a program passes on what it has not found.
  it.each([undefined, null] as undefined[])('makes a key in place of %s', async (none) => {
    const { service, intents } = await start(breakOff, ok(CREATED, 201), ok(intent('COMPLETED')));
    await intents.create(BODY, { idempotencyKey: none });
    await intents.createAndWait(BODY, { idempotencyKey: none });
    const keys = service.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('and wait: follows the created intent to its end', async () => {
    const { intents, sent } = await start(
      ok(CREATED, 201),
      ok(intent('PROCESSING')),
      ok(intent('COMPLETED', { version: 3 })),
    );
    expect(await intents.createAndWait(BODY)).toMatchObject({ status: 'COMPLETED' });
    expect(sent()).toEqual([
      'POST /api/v1/intents',
      'GET /api/v1/intents/int_1',
      'GET /api/v1/intents/int_1',
    ]);
  });
});

describe('cancel', () => {
  const CANCELLED = intent('CANCELLED', { cancelledAt: AT, cancellationFee: 5 });

  it('whose response was lost succeeds when the intent is cancelled', async () => {
    const { intents, sent } = await start(breakOff, refusedFor('CANCEL_REFUSED', 'CANCELLED'), ok(CANCELLED));
    expect(await intents.cancel('int_1')).toEqual({
      id: 'int_1',
      status: 'CANCELLED',
      updatedAt: AT,
      cancelledAt: AT,
      cancellationFee: 5,
    });
    expect(sent().slice(-2)).toEqual(['POST /api/v1/intents/int_1/cancel', 'GET /api/v1/intents/int_1']);
  });

  it('of an intent that was cancelled before is refused', async () => {
    const { intents, sent } = await start(refusedFor('CANCEL_REFUSED', 'CANCELLED'));
    await expect(intents.cancel('int_1')).rejects.toMatchObject({ name: 'CANCEL_REFUSED' });
    expect(sent()).toHaveLength(1);
  });

  it('that came too late is refused, also after a lost response', async () => {
    const { intents } = await start(breakOff, refusedFor('CANCEL_REFUSED', 'COMPLETED'));
    await expect(intents.cancel('int_1')).rejects.toMatchObject({
      name: 'CANCEL_REFUSED',
      data: { currentStatus: 'COMPLETED' },
      attempts: 2,
    });
  });

  it('that the platform has not decided is retried', async () => {
    const undecided = refuse('CANCEL_UNDECIDED', { headers: { 'retry-after': '1' } });
    const { service, intents } = await start(undecided, ok(intent('CANCELLED')));
    expect(await intents.cancel('int_1')).toMatchObject({ status: 'CANCELLED' });
    const [first, second] = service.received;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('that the platform refused is not retried', async () => {
    const { intents, sent } = await start(refuse('CANCEL_FAILED', { data: { reason: 'already shipped' } }));
    await expect(intents.cancel('int_1')).rejects.toMatchObject({
      name: 'CANCEL_FAILED',
      data: { reason: 'already shipped' },
    });
    expect(sent()).toHaveLength(1);
  });
});

describe('submit', () => {
  const refused = refuse('SUBMIT_REFUSED', {
    data: { currentStatus: 'SUBMITTED', allowedStatuses: ['DRAFT'] },
  });

  it('whose response was lost succeeds when the intent is submitted', async () => {
    const { intents } = await start(breakOff, refused, ok(intent('SUBMITTED')));
    expect(await intents.submit('int_1')).toEqual(intent('SUBMITTED'));
  });

  it('is refused when it was submitted before', async () => {
    const { intents } = await start(refused);
    await expect(intents.submit('int_1')).rejects.toMatchObject({ name: 'SUBMIT_REFUSED' });
  });
});

describe('delete', () => {
  it('whose response was lost succeeds when the intent is no longer found', async () => {
    const { intents, sent } = await start(breakOff, refuse('INTENT_NOT_FOUND'));
    await expect(intents.delete('int_1')).resolves.toBeUndefined();
    expect(sent()).toHaveLength(2);
  });

  it('of an unknown intent is refused, also after a rate limit', async () => {
    const limited = refuse('RATE_LIMITED', { headers: { 'retry-after': '0' } });
    const { intents, sent } = await start(limited, refuse('INTENT_NOT_FOUND'));
    await expect(intents.delete('int_1')).rejects.toMatchObject({ name: 'INTENT_NOT_FOUND' });
    expect(sent()).toHaveLength(2);
  });

  it('is refused for an intent in PROCESSING', async () => {
    const { intents } = await start(breakOff, refusedFor('DELETE_REFUSED', 'PROCESSING'));
    await expect(intents.delete('int_1')).rejects.toMatchObject({ name: 'DELETE_REFUSED' });
  });
});

describe('update', () => {
  it('is sent again after a lost response, with the same result', async () => {
    const { service, intents } = await start(breakOff, ok(intent('SUBMITTED', { quantity: 3 })));
    expect(await intents.update('int_1', { quantity: 3 })).toMatchObject({ quantity: 3 });
    expect(service.received.map(({ method, body }) => `${method} ${body}`)).toEqual([
      'PUT {"quantity":3}',
      'PUT {"quantity":3}',
    ]);
  });

  it('that is refused after a lost response has its number of attempts', async () => {
    const data = { currentStatus: 'PROCESSING', allowedStatuses: ['DRAFT', 'SUBMITTED'] };
    const { intents } = await start(breakOff, refuse('UPDATE_REFUSED', { data }));
    await expect(intents.update('int_1', { quantity: 3 })).rejects.toMatchObject({
      name: 'UPDATE_REFUSED',
      data,
      attempts: 2,
    });
  });
});

describe('a change bound to a version', () => {
  it('sends If-Match, and is not retried after a lost response', async () => {
    for (const change of ['cancel', 'submit', 'delete', 'update'] as const) {
      const { service, intents } = await start(breakOff, ok(intent('SUBMITTED')));
      const options = { ifVersion: 3 };
      const call =
        change === 'update'
          ? intents.update('int_1', { quantity: 2 }, options)
          : intents[change]('int_1', options);
      await expect(call).rejects.toBeInstanceOf(ConnectionError);
      expect(service.received.map(({ headers }) => headers['if-match'])).toEqual(['"3"']);
    }
  });

  it('is retried after a rate limit, which refuses before anything is done', async () => {
    const limited = refuse('RATE_LIMITED', { headers: { 'retry-after': '0' } });
    const { sent, intents } = await start(limited, ok(intent('CANCELLED')));
    await intents.cancel('int_1', { ifVersion: 3 });
    expect(sent()).toHaveLength(2);
  });

  it('has the current version in its error', async () => {
    const { intents } = await start(refuse('VERSION_CONFLICT', { data: { currentVersion: 4 } }));
    await expect(intents.cancel('int_1', { ifVersion: 3 })).rejects.toMatchObject({
      name: 'VERSION_CONFLICT',
      data: { currentVersion: 4 },
      attempts: 1,
    });
  });
});

describe('addresses', () => {
  it('leave out what is undefined and write numbers in digits', async () => {
    const { sent, intents } = await start(ok({ items: [] }));
    await intents.list({ page: 2, status: undefined, 'filter[price][gte]': 9.5 });
    expect(sent()).toEqual(['GET /api/v1/intents?page=2&filter%5Bprice%5D%5Bgte%5D=9.5']);
  });

  it('cannot become the path of another operation', async () => {
    const { service, intents } = await start(ok(null));
    for (const id of ['', '.', '..', undefined as unknown as string]) {
      await expect(intents.delete(id)).rejects.toThrow(TypeError);
    }
    expect(service.received).toHaveLength(0);
    await intents.events('../int_1?x#y');
    expect(service.received[0]?.path).toBe('/api/v1/intents/..%2Fint_1%3Fx%23y/events');
  });
});
