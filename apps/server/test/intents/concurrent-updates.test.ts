import { setTimeout as delay } from 'node:timers/promises';
import { RATE_LIMITS, ROUTES } from '@procurement-intents/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { processIntent } from '../../src/purchasing/process-intent.worker.ts';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import { storedEvents } from '../support/stored-intent.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';
import { service, useService } from '../support/use-service.ts';

// Nothing is processed in `service` unless a test does it.
useService();
let working: TestService;

beforeAll(async () => {
  working = await startTestService({ isWorking: true, graceMs: 0 });
});
afterAll(() => working.stop());
afterEach(() => vi.restoreAllMocks());

const pathOf = (id: string) => ROUTES.updateIntent.path.replace(':id', id);
const update = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  service.call('PUT', pathOf(id), { body, headers });
const rowOf = async (id: string) => {
  const row = await service.database.intent.findUnique({ where: { id } });
  return row && service.recipients.open(row);
};
const typesOf = async (id: string) => (await storedEvents(service.database, id)).map(({ type }) => type);

/** What the shop was asked for under the intent's token, and what it has on its books. */
function ordersOf(at: TestService, id: string) {
  return at.sandbox.store.list(id.slice(4));
}

/** Lets `work` happen between what the next writer has read and its write. */
function between(method: 'update' | 'claim', work: () => Promise<unknown>): void {
  const { intents, purchases } = service.context;
  const store = (method === 'claim' ? purchases : intents) as typeof intents;
  const original = store[method as 'update'].bind(store) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(store, method as 'update').mockImplementationOnce(async (...args) => {
    await work();
    return original(...args) as never;
  });
}

describe('many updates at once (I7)', () => {
  it('of one version have one winner; the others learn the version that stands and change nothing (E6)', async () => {
    const id = await intentIn(service, 'SUBMITTED');
    const answers = await Promise.all(
      Array.from({ length: RATE_LIMITS.write }, (_, index) =>
        update(id, { quantity: index + 10, remarks: `of ${index}` }, { 'If-Match': '"1"' }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const winner = answers.indexOf(won[0] as Answer);
    for (const answer of answers) {
      if (answer === won[0]) continue;
      expectError(answer, 'VERSION_CONFLICT');
      expect(answer.body.data).toEqual({ currentVersion: 2 });
    }
    expect(won[0]?.headers.get('etag')).toBe('"2"');
    expect(await rowOf(id)).toMatchObject({
      version: 2,
      quantity: winner + 10,
      remarks: `of ${winner}`,
      totalFen: 19_900n * BigInt(winner + 10),
    });
    expect(await typesOf(id)).toEqual(['intent.drafted', 'intent.updated']);
  });

  it('of different fields without a version all survive, each with a version of its own', async () => {
    const id = await intentIn(service, 'SUBMITTED');
    const changes = Array.from({ length: 4 }, (_, index) => [
      { quantity: index + 10 },
      { recipientName: `李四${index}` },
      { address: `上海市人民路 ${index} 号` },
      { phone: `1390013900${index}` },
      { remarks: `急 ${index}` },
    ]).flat();
    const answers = await Promise.all(changes.map((change) => update(id, change)));
    for (const answer of answers) expectSuccess(answer, 'updateIntent');
    const versions = answers.map(({ body }) => body.data.version as number).sort((a, b) => a - b);
    expect(versions).toEqual(changes.map((_, index) => index + 2));
    const row = await rowOf(id);
    for (const field of ['quantity', 'recipientName', 'address', 'phone', 'remarks'] as const)
      expect(changes).toContainEqual({ [field]: row?.[field] });
    expect(row?.totalFen).toBe(19_900n * BigInt(row?.quantity ?? 0));
    const last = answers.find(({ body }) => body.data.version === row?.version);
    expect(last?.body.data).toMatchObject({ quantity: row?.quantity, address: row?.address });
  });
});

describe('If-Match', () => {
  it.each([
    'W/"1"',
    '*',
    '1',
    "'1'",
    '"1',
    '""',
    '',
    '"0"',
    '"01"',
    '"-1"',
    '"1.0"',
    '"x"',
    '"1", "2"',
    '"1" "1"',
    '"12345678901"',
  ])('%s is no version: 40001 names the header, and nothing changes', async (ifMatch) => {
    const headers = { 'If-Match': ifMatch };
    for (const [status, method, action] of [
      ['SUBMITTED', 'PUT', ''],
      ['SUBMITTED', 'POST', '/cancel'],
      ['DRAFT', 'POST', '/submit'],
      ['DRAFT', 'DELETE', ''],
    ] as const) {
      const id = await intentIn(service, status);
      const before = await rowOf(id);
      const body = method === 'PUT' ? { body: { quantity: 9 } } : {};
      const answer = await service.call(method, pathOf(id) + action, { headers, ...body });
      expectError(answer, 'VALIDATION_FAILED');
      expect(answer.body.data.errors).toMatchObject([{ field: 'If-Match' }]);
      expect(await rowOf(id)).toEqual(before);
    }
  });

  it('of the version that the last answer gave goes through, one after the other', async () => {
    const id = await intentIn(service, 'DRAFT');
    let etag = '"1"';
    for (let quantity = 3; quantity < 8; quantity += 1) {
      const answer = await update(id, { quantity }, { 'If-Match': etag });
      expectSuccess(answer, 'updateIntent');
      etag = answer.headers.get('etag') ?? '';
    }
    expectError(await update(id, { quantity: 9 }, { 'If-Match': '"5"' }), 'VERSION_CONFLICT');
    expect(await rowOf(id)).toMatchObject({ version: 6, quantity: 7 });
  });

  it('that another writer outdates at the last moment is refused, not tried again', async () => {
    const id = await intentIn(service, 'SUBMITTED');
    between('update', () => update(id, { quantity: 5 }));
    const answer = await update(id, { address: '上海市人民路 1 号' }, { 'If-Match': '"1"' });
    expectError(answer, 'VERSION_CONFLICT');
    expect(answer.body.data).toEqual({ currentVersion: 2 });
    expect(await rowOf(id)).toMatchObject({ quantity: 5, address: '北京市朝阳区建国路 88 号' });
  });
});

describe('an update and the worker (I8)', () => {
  const process = (id: string) => processIntent(service.context, id, new AbortController().signal);

  it('is refused when the worker has claimed the intent after it was read', async () => {
    const id = await intentIn(service, 'SUBMITTED');
    between('update', () => process(id));
    const answer = await update(id, { quantity: 9 });
    expectError(answer, 'UPDATE_REFUSED');
    expect(ordersOf(service, id)).toMatchObject([{ quantity: 2, postCount: 1 }]);
    expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', quantity: 2, totalFen: 39_800n });
  });

  it('is what the worker orders when it comes right before its claim', async () => {
    const id = await intentIn(service, 'SUBMITTED');
    const placeOrder = spyOnOrders(service);
    const address = '上海市人民路 1 号';
    between('claim', async () => expectSuccess(await update(id, { quantity: 9, address }), 'updateIntent'));
    await process(id);
    expect(ordersOf(service, id)).toMatchObject([{ quantity: 9, postCount: 1 }]);
    expect(placeOrder()).toMatchObject([{ quantity: 9, recipient: { address } }]);
    expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', amountPaidFen: 179_100n });
  });

  function spyOnOrders(at: TestService) {
    const platform = at.context.platforms.get('PLATFORM_A');
    if (!platform) throw new Error('there is no PLATFORM_A');
    const spy = vi.spyOn(platform, 'placeOrder');
    return () => spy.mock.calls.map(([order]) => order);
  }

  /** Creates intents by many Apps, so that no limit is in the way, and makes all of them due at once. */
  async function makeDue(
    signers: readonly Signer[],
    each: number,
  ): Promise<{ id: string; signer: Signer }[]> {
    const made = await Promise.all(
      signers.flatMap((signer) =>
        Array.from({ length: each }, async () => {
          const body = intentBody(working, 'ordinary', { draft: true });
          const { id } = (await working.call('POST', ROUTES.createIntent.path, { body, signer })).body.data;
          return { id: id as string, signer };
        }),
      ),
    );
    const now = new Date();
    await working.database.intent.updateMany({
      where: { id: { in: made.map(({ id }) => id) } },
      data: { status: 'SUBMITTED', submittedAt: now, nextAttemptAt: now },
    });
    return made;
  }

  it('race without a grace period: what was answered is what was bought', async () => {
    const orders = spyOnOrders(working);
    const counts = { applied: 0, refused: 0 };
    for (
      let round = 0;
      round < 6 && (round < 2 || Math.min(counts.applied, counts.refused) < 5);
      round += 1
    ) {
      const signers = await Promise.all(Array.from({ length: 4 }, () => working.addApp()));
      const made = await makeDue(signers, 10);
      const answers = await Promise.all(
        made.map(async ({ id, signer }, index) => {
          // Spread over the time in which the dispatcher and the workers take them.
          await delay(index * 6);
          const body = { quantity: 7, address: `上海市人民路 ${index} 号` };
          return working.call('PUT', pathOf(id), { body, signer });
        }),
      );
      for (const answer of answers.filter(({ status }) => status !== 200))
        expectError(answer, 'UPDATE_REFUSED');
      for (const [index, { id, signer }] of made.entries()) {
        const intent = await vi.waitFor(
          async () => {
            const { data } = (await working.call('GET', pathOf(id), { signer })).body;
            expect(data.status).toBe('COMPLETED');
            return data;
          },
          { timeout: 8000, interval: 50 },
        );
        const answer = answers[index] as Answer;
        const isApplied = answer.status === 200;
        counts[isApplied ? 'applied' : 'refused'] += 1;
        const quantity = isApplied ? 7 : 2;
        const address = isApplied ? `上海市人民路 ${index} 号` : '北京市朝阳区建国路 88 号';
        expect(ordersOf(working, id)).toMatchObject([{ quantity, postCount: 1 }]);
        const sent = orders().filter(({ merchantOrderNo }) => merchantOrderNo === id.slice(4));
        expect(sent).toMatchObject([{ quantity, recipient: { address } }]);
        expect(intent).toMatchObject({ quantity, address, amountPaid: quantity * 199 });
      }
    }
    expect(Math.min(counts.applied, counts.refused)).toBeGreaterThan(0);
  });
});
