import { bearerContract } from '@procurement-intents/contract/bearer';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { addPerson, type BearerAnswer, callBearer, expectBearerError } from '../support/bearer.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let admin: { id: string; token: string };
/** Sees intents of up to 398 yuan: what one of the factory costs. */
let approver: { id: string; token: string };
beforeAll(async () => {
  admin = await addPerson(service, ['admin']);
  approver = await addPerson(service, ['read:purchase-requests'], { approvalLimitFen: 39_800n });
});

const as = (credential: string, method: string, path: string, headers: Record<string, string> = {}) => {
  // A credential may call so often a second.
  clock.advance(50);
  return callBearer(service, method, path, { credential, headers });
};
const asAdmin = (method: string, path: string, headers?: Record<string, string>) =>
  as(admin.token, method, path, headers);

/** Intents of two Apps of their own, in turns. */
async function intentsOfTwoApps(count: number): Promise<{ appIds: string[]; ids: string[] }> {
  const [odd, even] = [await service.addApp(), await service.addApp()];
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    clock.advance(1000);
    const body = { ...intentBody(service), quantity: 1 + (index % 3), draft: true };
    const answer = await service.call('POST', '/api/v1/intents', {
      body,
      signer: index % 2 === 0 ? odd : even,
    });
    expect(answer.status).toBe(201);
    ids.push(answer.body.data.id);
  }
  return { appIds: [odd.appId, even.appId], ids };
}

const idsOf = ({ body }: BearerAnswer): string[] => body.items.map(({ id }: { id: string }) => id);
const auditOf = (subjectId: string) =>
  service.database.auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });

describe('the list of the intents of all Apps', () => {
  let appIds: string[];
  let ids: string[];
  beforeAll(async () => {
    ({ appIds, ids } = await intentsOfTwoApps(7));
  });
  const list = (query: string) =>
    asAdmin('GET', `/v1/intents?filter[appId][in]=${appIds.join(',')}&${query}`);

  it('has the shape that the contract says, and names the App of each', async () => {
    const answer = await list('');
    expect(answer.status).toBe(200);
    const schema = bearerContract.listCompanyIntents.responses[200] as z.ZodType;
    expect(schema.parse(answer.body)).toEqual(answer.body);
    expect(answer.body.items[0].appId).toBe(appIds[0]);
    expect(idsOf(await asAdmin('GET', '/v1/intents?pageSize=7'))).toEqual([...ids].reverse());
  });

  it.each([
    '',
    'sortBy=price&',
    'sortBy=updatedAt&order=asc&',
    'filter[status]=DRAFT&',
    'filter[quantity][gte]=2&',
  ])('is the same by pages and by cursor (%s)', async (query) => {
    const whole = await list(`${query}pageSize=100`);
    const byPage: string[] = [];
    const byCursor: string[] = [];
    let cursor = '';
    for (let page = 1; page <= Math.ceil(whole.body.total / 2); page += 1) {
      byPage.push(...idsOf(await list(`${query}pageSize=2&page=${page}`)));
      const next: BearerAnswer = await list(`${query}pageSize=2${cursor && `&cursor=${cursor}`}`);
      byCursor.push(...idsOf(next));
      expect(next.body.total).toBe(whole.body.total);
      cursor = next.body.nextCursor;
    }
    expect(cursor).toBeNull();
    expect(byPage).toEqual(idsOf(whole));
    expect(byCursor).toEqual(byPage);
    expect(whole.body.total).toBe(query.includes('quantity') ? 4 : 7);
  });

  it('is that of one App when it is asked for one, with the fields that are asked for', async () => {
    const { body } = await asAdmin('GET', `/v1/intents?filter[appId]=${appIds[1]}&fields=appId,phone`);
    expect(body).toMatchObject({
      total: 3,
      items: [1, 2, 3].map(() => ({ appId: appIds[1], phone: expect.stringMatching(/^\d{3}\*{4}\d{4}$/) })),
    });
    expect(Object.keys(body.items[0]).sort()).toEqual(['appId', 'id', 'phone']);
    expect((await asAdmin('GET', '/v1/intents?filter[appId]=app_nobody')).body).toMatchObject({
      total: 0,
      items: [],
    });
  });

  it.each([
    'status=DRAFT',
    'filter[appId]=%20a%20b',
    'fields=secret',
    'cursor=abc',
    'filter[appId][like]=a',
    'page=0',
  ])('refuses %s', async (query) => {
    expectBearerError(await asAdmin('GET', `/v1/intents?${query}`), 'validation_failed');
  });

  it('shows a person what the approval limit covers, and refuses cursors of others', async () => {
    const all = await list('pageSize=2');
    const query = `filter[appId][in]=${appIds.join(',')}&pageSize=100`;
    const { body } = await as(approver.token, 'GET', `/v1/intents?${query}`);
    // Of 1, 2 and 3 pieces at 199 yuan, three at most twice.
    expect(body).toMatchObject({ total: 5 });
    expect(body.items.every(({ totalAmount }: { totalAmount: number }) => totalAmount <= 398)).toBe(true);
    const cursor = `filter[appId][in]=${appIds.join(',')}&pageSize=2&cursor=${all.body.nextCursor}`;
    expectBearerError(await as(approver.token, 'GET', `/v1/intents?${cursor}`), 'validation_failed');
  });
});

describe('an intent of any App', () => {
  it('is read, with its timeline', async () => {
    const id = await intentIn(service, 'SUBMITTED');
    const read = await asAdmin('GET', `/v1/intents/${id}`);
    expect(read.headers.get('etag')).toBe(`"${read.body.version}"`);
    expect(bearerContract.getCompanyIntent.responses[200].parse(read.body)).toEqual(read.body);
    expect(read.body.phone).toMatch(/^\d{3}\*{4}\d{4}$/);
    const { body } = await asAdmin('GET', `/v1/intents/${id}/events`);
    expect(body.items[0]).toMatchObject({ type: expect.stringMatching(/^intent\./) });
  });

  it.each(['int_1', `int_${'0'.repeat(32)}`, 'ord_1'])('is not found as %s', async (id) => {
    expectBearerError(await asAdmin('GET', `/v1/intents/${id}`), 'not_found');
    expectBearerError(await asAdmin('GET', `/v1/intents/${id}/events`), 'not_found');
    expectBearerError(await asAdmin('POST', `/v1/intents/${id}/submit`), 'not_found');
    expectBearerError(await asAdmin('POST', `/v1/intents/${id}/cancel`), 'not_found');
    expectBearerError(await asAdmin('DELETE', `/v1/intents/${id}`), 'not_found');
  });

  it('has a record of the wish to cancel it while a platform decides', async () => {
    const id = await intentIn(service, 'PROCESSING');
    const answer = asAdmin('POST', `/v1/intents/${id}/cancel`);
    const read = () => service.database.intent.findUniqueOrThrow({ where: { id } });
    await expect.poll(async () => (await read()).cancelRequestedAt).not.toBeNull();
    // What a worker would find out.
    const data = { status: 'CANCELLED', cancelledAt: clock.now() } as const;
    await service.database.intent.update({ where: { id }, data });
    expect(await answer).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'intent.cancel_requested',
        before: { status: 'PROCESSING' },
        after: { status: 'PROCESSING' },
        userId: admin.id,
      },
    ]);
  });

  it('is submitted, cancelled and deleted, each with its record', async () => {
    const id = await intentIn(service, 'DRAFT');
    const { version } = (await asAdmin('GET', `/v1/intents/${id}`)).body;
    const stale = await asAdmin('POST', `/v1/intents/${id}/submit`, { 'If-Match': `"${version + 1}"` });
    expectBearerError(stale, 'conflict');
    expect(stale.body.error.current_version).toBe(version);
    expectBearerError(await asAdmin('POST', `/v1/intents/${id}/cancel`), 'conflict');
    expect(await auditOf(id)).toEqual([]);

    const submitted = await asAdmin('POST', `/v1/intents/${id}/submit`, { 'If-Match': `"${version}"` });
    expect(submitted).toMatchObject({ status: 200, body: { status: 'SUBMITTED', version: version + 1 } });
    const again = await asAdmin('POST', `/v1/intents/${id}/submit`);
    expectBearerError(again, 'conflict');
    expect(again.body.error).toMatchObject({ current_status: 'SUBMITTED', allowed_statuses: ['DRAFT'] });
    expectBearerError(await asAdmin('DELETE', `/v1/intents/${id}`), 'conflict');
    expect(await asAdmin('POST', `/v1/intents/${id}/cancel`)).toMatchObject({
      body: { status: 'CANCELLED' },
    });
    expect(await asAdmin('DELETE', `/v1/intents/${id}`)).toMatchObject({ status: 204, body: undefined });
    expectBearerError(await asAdmin('GET', `/v1/intents/${id}`), 'not_found');

    const records = (await auditOf(id)).map(({ action, before, after, userId }) => ({
      action,
      before,
      after,
      userId,
    }));
    const userId = admin.id;
    expect(records).toEqual([
      { action: 'intent.submitted', before: { status: 'DRAFT' }, after: { status: 'SUBMITTED' }, userId },
      { action: 'intent.cancelled', before: { status: 'SUBMITTED' }, after: { status: 'CANCELLED' }, userId },
      { action: 'intent.deleted', before: { status: 'CANCELLED' }, after: null, userId },
    ]);
  });

  it('stays as it is when its change cannot be recorded', async () => {
    const id = await intentIn(service, 'DRAFT');
    await service.database.$executeRawUnsafe(
      `ALTER TABLE "audit_events" ADD CONSTRAINT "no_record" CHECK ("subjectId" <> '${id}') NOT VALID`,
    );
    try {
      expectBearerError(await asAdmin('POST', `/v1/intents/${id}/submit`), 'internal');
      expectBearerError(await asAdmin('DELETE', `/v1/intents/${id}`), 'internal');
    } finally {
      await service.database.$executeRawUnsafe('ALTER TABLE "audit_events" DROP CONSTRAINT "no_record"');
    }
    expect((await asAdmin('GET', `/v1/intents/${id}`)).body).toMatchObject({ status: 'DRAFT' });
  });

  it('is submitted once by many at once, with one record', async () => {
    const id = await intentIn(service, 'DRAFT');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => asAdmin('POST', `/v1/intents/${id}/submit`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(await auditOf(id)).toHaveLength(1);
  });
});
