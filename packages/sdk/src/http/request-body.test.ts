import { EXAMPLE_PURCHASE as BODY } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { createClient, expectSigned, ok, startService } from '../../test/start-service.ts';

const CREATED = { id: 'int_1', status: 'SUBMITTED' };

describe('a body', () => {
  it('has the same bytes in whatever order its fields come', async () => {
    const service = await startService(ok(CREATED, 201));
    const { intents } = createClient(service.baseUrl);
    const backwards = Object.fromEntries(Object.entries(BODY).toReversed()) as unknown as typeof BODY;
    // An object of a database library decides itself what it is as JSON.
    const stored = { ...BODY, toJSON: () => backwards };
    for (const order of [BODY, backwards, stored, { remarks: undefined, ...BODY }])
      await intents.create(order);
    await intents.update('int_1', { remarks: 'ring', quantity: 3 });
    await intents.update('int_1', { quantity: 3, remarks: 'ring' });
    const [first, ...others] = service.received.map(({ body }) => body);
    expect(JSON.parse(first ?? '')).toEqual(BODY);
    const update = '{"quantity":3,"remarks":"ring"}';
    expect(others).toEqual([first, first, first, update, update]);
    for (const each of service.received) expectSigned(each);
  });

  // As a database stores them, and a program without an order of its own gives them.
  it('has the same bytes in whatever order its labels come', async () => {
    const service = await startService(ok(CREATED, 201));
    const { intents } = createClient(service.baseUrl);
    const bare = Object.assign(Object.create(null) as object, { 'po.x': '3', team: 'a', po: '1' });
    for (const labels of [{ team: 'a', po: '1', 'po.x': '3' }, { po: '1', 'po.x': '3', team: 'a' }, bare]) {
      await intents.create({ ...BODY, labels });
      await intents.setLabels('int_1', labels);
    }
    const bodies = service.received.map(({ body }) => body);
    expect(new Set(bodies)).toEqual(new Set(bodies.slice(0, 2)));
    expect(bodies[1]).toBe('{"labels":{"po":"1","po.x":"3","team":"a"}}');
    expect(bodies[0]).toContain(bodies[1]?.slice(1, -1));
    for (const each of service.received) expectSigned(each);
  });

  it('keeps the parts of a field that a later service may have', async () => {
    const service = await startService(ok(CREATED, 201));
    const later = { ...BODY, invoice: { to: 'x', by: ['b', { z: null, y: 1 }, 'a'] } };
    await createClient(service.baseUrl).intents.create(later);
    expect(JSON.parse(service.received[0]?.body ?? '')).toEqual(later);
  });
});
