import { beforeAll, describe, expect, it } from 'vitest';
import { addKey, callBearer, expectBearerError } from '../support/bearer.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { invalidFields, type Person, person, productOf, requestBody, succeeded } from './support.ts';

useService();
const SCOPES = ['read:purchase-requests', 'write:purchase-requests'] as const;
let requester: Person;
let approver: Person;
let admin: Person;
beforeAll(async () => {
  requester = await person(service, SCOPES);
  approver = await person(service, SCOPES, 1000_00n);
  admin = await person(service, ['admin']);
});

const PATH = '/v1/purchase-requests';
const ask = (changes: Record<string, unknown> = {}, by = requester) =>
  succeeded(by.call('POST', PATH, { body: requestBody(service, changes) }));
const act = (id: string, action: string, by = approver, body: object = {}) =>
  by.call('POST', `${PATH}/${id}/${action}`, { body });
const statusOf = async (id: string) => (await requester.call('GET', `${PATH}/${id}`)).body.status as string;
const intentsOf = (id: string) =>
  service.database.intent.findMany({ where: { idempotencyKey: `request ${id}` } });

describe('a purchase request', () => {
  it('waits for a decision, with its phone masked', async () => {
    const request = await ask({ remarks: '工作日送货' });
    expect(request).toMatchObject({
      status: 'PENDING',
      requestedBy: requester.id,
      totalAmount: 398,
      phone: '138****8000',
      remarks: '工作日送货',
      version: 1,
    });
    expect((await requester.call('GET', `${PATH}/${request.id}`)).body).toEqual(request);
    const row = await service.database.purchaseRequest.findUniqueOrThrow({ where: { id: request.id } });
    expect([row.recipientName, row.phone]).toEqual(['', '']);
    expect(row.address).toMatch(/^sealed\.v1\./);
  });

  it('is changed by its requester alone, while it is PENDING', async () => {
    const { id } = await ask();
    const path = `${PATH}/${id}`;
    const change = { body: { quantity: 3, phone: '13900139000' } };
    expectBearerError(await approver.call('PATCH', path, change), 'forbidden');
    const changed = await succeeded(requester.call('PATCH', path, change), 200);
    expect(changed).toMatchObject({ quantity: 3, totalAmount: 597, phone: '139****9000', version: 2 });
    expect(changed.recipientName).toBe('张三');
    expectBearerError(
      await requester.call('PATCH', path, { ...change, headers: { 'if-match': '"1"' } }),
      'conflict',
    );
    await succeeded(act(id, 'withdraw', requester, { note: 'not needed' }), 200);
    expectBearerError(await requester.call('PATCH', path, change), 'conflict');
    expect((await requester.call('GET', path)).body.decisionNote).toBe('not needed');
  });

  it("made by a key counts as its maker's", async () => {
    const { key } = await addKey(service, requester.id, SCOPES);
    const body = requestBody(service);
    const made = await callBearer(service, 'POST', PATH, { credential: key, body });
    expect(made.body.requestedBy).toBe(requester.id);
    expectBearerError(await act(made.body.id, 'approve', requester), 'forbidden');
  });

  it('is on a page of its platform', async () => {
    const body = requestBody(service, { productUrl: 'https://elsewhere.example/item' });
    expect(invalidFields(await requester.call('POST', PATH, { body }))).toEqual(['productUrl']);
  });

  it('is listed by status and requester', async () => {
    const { id } = await ask({ title: 'Listed' });
    const query = `filter[status]=PENDING&filter[requestedBy]=${requester.id}&filter[title]=Listed`;
    const list = await requester.call('GET', `${PATH}?${query}&sortBy=totalAmount`);
    expect(list.body).toMatchObject({ total: 1, items: [{ id, title: 'Listed', price: 199 }] });
    expect(list.body.items[0]).not.toHaveProperty('phone');
  });

  it('leaves nothing of the recipient in the record of changes', async () => {
    const { id } = await ask({ remarks: '找王五', justification: '李四要' });
    await succeeded(act(id, 'reject', approver, { note: '赵六说不' }), 200);
    const events = await service.database.auditEvent.findMany({ where: { subjectId: id } });
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events)).not.toMatch(/张三|世纪大道|1380013|138\*|王五|李四|赵六/);
  });
});

describe('an approval', () => {
  it('makes one intent, which buys for the requester', async () => {
    const { id } = await ask({ remarks: '工作日送货' });
    const approved = await succeeded(act(id, 'approve', approver, { note: '预算内' }), 200);
    expect(approved).toMatchObject({
      status: 'APPROVED',
      decidedBy: approver.id,
      decisionNote: '预算内',
      version: 2,
    });
    const [intent, ...others] = await intentsOf(id);
    expect(others).toEqual([]);
    expect(intent).toMatchObject({
      id: approved.intentId,
      appId: 'app_procurement',
      userId: requester.id,
      status: 'SUBMITTED',
      totalFen: 398_00n,
      remarks: '工作日送货',
    });
    expect(service.recipients.open(intent!)).toMatchObject({ recipientName: '张三', phone: '13800138000' });
  });

  it('repeated at once buys nothing more', async () => {
    const { id } = await ask();
    const answers = await Promise.all(Array.from({ length: 5 }, () => act(id, 'approve')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await intentsOf(id)).toHaveLength(1);
    expectBearerError(await act(id, 'approve', admin), 'conflict');
    expectBearerError(await act(id, 'reject'), 'conflict');
  });

  it('by two people at once is one of them', async () => {
    const { id } = await ask();
    const answers = await Promise.all([act(id, 'approve'), act(id, 'reject', admin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await intentsOf(id)).toHaveLength((await statusOf(id)) === 'APPROVED' ? 1 : 0);
  });

  it.each(['approve', 'reject'])('to %s is refused to whoever may not decide', async (action) => {
    const { id } = await ask({ price: 600 });
    const reasons: [Person, string][] = [
      [requester, 'own request'],
      [approver, 'approval limit'],
      [await person(service, SCOPES), 'approval limit'],
    ];
    for (const [by, reason] of reasons) {
      const refused = await act(id, action, by);
      expectBearerError(refused, 'forbidden');
      expect(refused.body.error.reason).toBe(reason);
    }
    const { key } = await addKey(service, admin.id, ['admin']);
    const byKey = await callBearer(service, 'POST', `${PATH}/${id}/${action}`, { credential: key, body: {} });
    expectBearerError(byKey, 'forbidden');
    const reader = await person(service, ['read:purchase-requests'], 10_000_00n);
    expectBearerError(await act(id, action, reader), 'insufficient_scope');
    expect(await statusOf(id)).toBe('PENDING');
    expect(await intentsOf(id)).toEqual([]);
  });

  it('covers a total of exactly the limit, as the limit is now', async () => {
    const { id } = await ask({ price: 500 });
    const later = await person(service, SCOPES, 999_99n);
    expectBearerError(await act(id, 'approve', later), 'forbidden');
    await service.database.user.update({ where: { id: later.id }, data: { approvalLimitFen: 1000_00n } });
    expect((await act(id, 'approve', later)).status).toBe(200);
  });

  it('of what is certainly no product is refused, and the request waits on', async () => {
    const { id } = await ask({ productUrl: productOf(service, 'missing') });
    expect(invalidFields(await act(id, 'approve'))).toEqual(['productUrl']);
    expect(await statusOf(id)).toBe('PENDING');
    expect(await intentsOf(id)).toEqual([]);
  });
});

describe('the intent of a request', () => {
  async function approved() {
    const { id } = await ask();
    const { intentId } = await succeeded(act(id, 'approve'), 200);
    return { id, intentId: intentId as string };
  }
  const move = (id: string, data: object) =>
    service.database.intent.update({
      where: { id },
      data: { ...data, updatedAt: clock.now(), nextAttemptAt: null },
    });

  it.each([
    ['COMPLETED', { orderId: 'A1', amountPaidFen: 390_00n }, 'ORDERED', 390_00n],
    ['COMPLETED', { orderId: 'A1' }, 'ORDERED', 398_00n],
    ['FAILED', { failureCode: 'OUT_OF_STOCK' }, 'FAILED', null],
    ['CANCELLED', {}, 'CANCELLED', null],
    ['CANCELLED', { orderStatus: 'CANCELLED', cancellationFeeFen: 5_00n }, 'CANCELLED', 5_00n],
    ['FAILED', { orderStatus: 'CANCELLED', amountPaidFen: 398_00n, refundedFen: 300_00n }, 'FAILED', 98_00n],
  ] as const)('%s %o makes it %s', async (status, fields, expected, spentFen) => {
    const { id, intentId } = await approved();
    await move(intentId, { status: 'PROCESSING' });
    await move(intentId, { status, ...fields });
    const row = await service.database.purchaseRequest.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: expected, spentFen, orderId: 'orderId' in fields ? 'A1' : null });
    expect(row.endedAt).toEqual(clock.now());
  });

  it('that has failed is spent at what an order costs that appears late and stands, and counts for its contract', async () => {
    const { id, intentId } = await approved();
    await move(intentId, { status: 'PROCESSING' });
    await move(intentId, { status: 'FAILED', failureCode: 'PLATFORM_UNAVAILABLE' });
    await move(intentId, { orderId: 'A9', orderStatus: 'PLACED', amountPaidFen: 398_00n });
    const row = await service.database.purchaseRequest.findUniqueOrThrow({ where: { id } });
    expect([row.status, row.spentFen, row.orderId]).toEqual(['FAILED', 398_00n, 'A9']);
    await move(intentId, { refundedFen: 398_00n });
    const repaid = await service.database.purchaseRequest.findUniqueOrThrow({ where: { id } });
    expect(repaid.spentFen).toBeNull();
  });

  it('that has failed spends nothing on a late order any more once it is known to be cancelled', async () => {
    const { id, intentId } = await approved();
    await move(intentId, { status: 'PROCESSING' });
    await move(intentId, { status: 'FAILED', orderId: 'A9', orderStatus: 'PLACED', amountPaidFen: 398_00n });
    await move(intentId, { orderStatus: 'CANCELLED' });
    const row = await service.database.purchaseRequest.findUniqueOrThrow({ where: { id } });
    expect([row.status, row.spentFen]).toEqual(['FAILED', null]);
  });

  it('that costs more later is spent at what it costs', async () => {
    const { id, intentId } = await approved();
    await move(intentId, { status: 'COMPLETED', orderId: 'A1', amountPaidFen: 398_00n });
    await move(intentId, { amountPaidFen: 410_00n });
    const row = await service.database.purchaseRequest.findUniqueOrThrow({ where: { id } });
    expect([row.status, row.spentFen]).toEqual(['ORDERED', 410_00n]);
  });
});

describe('the database', () => {
  it('keeps a request from being decided by its own requester', async () => {
    const { id } = await ask();
    const data = { status: 'REJECTED', decidedBy: requester.id, decidedAt: clock.now() } as const;
    await expect(service.database.purchaseRequest.update({ where: { id }, data })).rejects.toThrow();
  });

  it('keeps the App of approved requests from being made', async () => {
    const data = {
      id: 'app_procurement',
      name: 'mine',
      permissions: [],
      ipAllowList: [],
      createdAt: new Date(),
    };
    await expect(service.database.app.create({ data })).rejects.toThrow();
    const signer = { appId: 'app_procurement', appSecret: 'none' };
    expect((await service.call('GET', '/api/v1/intents', { signer })).body.code).toBe(40103);
  });
});
