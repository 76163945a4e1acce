import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { logIn } from '@procurement-intents/sdk/bearer';
import { createTestService } from '@procurement-intents/sdk/testing';
import { approve, ask, follow } from './desk.ts';

const service = createTestService();
const [asker, approver = asker] = service.people;
const desk = service.company({ credential: logIn(asker) });
const boss = service.company({ credential: logIn(approver) });
const BODY = service.purchaseRequest();
beforeEach(() => service.reset());

test('a request that another person approves is ordered', async () => {
  const asked = await ask(desk, 'ticket-1', BODY);
  assert.equal(asked.status, 'PENDING');
  const decision = await approve(boss, asked, 'within budget');
  assert.ok('request' in decision);
  const { status, orderId } = await follow(desk, asked.id, 1);
  assert.equal(status, 'ORDERED');
  assert.ok(orderId);
});

test('a ticket that is sent twice, after a lost answer or a crash, is one request', async () => {
  service.fail('purchaseRequests.create', { drop: 'answer' });
  const first = await ask(desk, 'ticket-2', BODY);
  const second = await ask(desk, 'ticket-2', BODY);
  assert.equal(second.id, first.id);
  const { items } = await desk.purchaseRequests.list();
  assert.equal(items.length, 1);
});

test('nobody approves an own request, or one that has changed since it was read', async () => {
  const asked = await ask(desk, 'ticket-3', BODY);
  assert.deepEqual(await approve(desk, asked, ''), { refused: 'own request' });
  await desk.purchaseRequests.update(asked.id, { quantity: 3 });
  const late = await approve(boss, asked, 'within budget');
  assert.ok('refused' in late && late.refused.includes('read it again'));
});

test('a purchase that fails is an end, also after an outage', async () => {
  service.purchases.fail({}, 'OUT_OF_STOCK');
  const asked = await ask(desk, 'ticket-4', BODY);
  await approve(boss, asked, 'within budget');
  service.fail('purchaseRequests.get', { error: 'unavailable' });
  assert.equal((await follow(desk, asked.id, 1)).status, 'FAILED');
});
