import type { Scope } from '@procurement-intents/contract/bearer';
import type { Prisma } from '#prisma';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addKey, addPerson, type BearerAnswer, callBearer, expectBearerError } from '../support/bearer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { addClient, getTokens } from '../support/oauth.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

const READ = 'read:purchase-requests';
const WRITE = 'write:purchase-requests';
/** What an intent of the factory costs. */
const LIMIT = { approvalLimitFen: 39_800n };

let admin: { id: string; token: string };
/** May approve up to 398 yuan. */
let approver: { id: string; username: string; token: string };
beforeAll(async () => {
  admin = await addPerson(service, ['admin']);
  approver = await addPerson(service, [READ, WRITE, 'read:suppliers'], LIMIT);
});

const as = (credential: string, method: string, path: string) => {
  // A credential may call so often a second.
  clock.advance(50);
  return callBearer(service, method, path, { credential });
};
const asAdmin = (method: string, path: string) => as(admin.token, method, path);
const auditOf = (subjectId: string) =>
  service.database.auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });

async function draft(quantity: number): Promise<string> {
  const body = { ...intentBody(service), quantity, draft: true };
  const signer = await service.addApp();
  const answer = await service.call('POST', '/api/v1/intents', { body, signer });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

describe('an approval limit', () => {
  it('lets a person see and submit what it covers, and neither cancel nor delete', async () => {
    const id = await draft(2);
    expect((await as(approver.token, 'GET', `/v1/intents/${id}`)).status).toBe(200);
    expect((await as(approver.token, 'GET', `/v1/intents/${id}/events`)).status).toBe(200);
    expectBearerError(await as(approver.token, 'DELETE', `/v1/intents/${id}`), 'insufficient_scope');
    expect((await as(approver.token, 'POST', `/v1/intents/${id}/submit`)).body).toMatchObject({
      status: 'SUBMITTED',
    });
    expectBearerError(await as(approver.token, 'POST', `/v1/intents/${id}/cancel`), 'insufficient_scope');
    expect(await auditOf(id)).toMatchObject([{ action: 'intent.submitted', userId: approver.id }]);
  });

  it.each([
    ['the limit is lowered', { approvalLimitFen: 39_799n }],
    ['the person is disabled', { disabledAt: new Date() }],
    ['the scope is taken away', { scopes: [READ] as Scope[] }],
  ])('submits nothing when %s meanwhile', async (_when, data) => {
    const id = await draft(2);
    const person = await addPerson(service, [READ, WRITE], LIMIT);
    let answer: Promise<BearerAnswer> | undefined;
    const hold = async (transaction: Prisma.TransactionClient): Promise<void> => {
      await transaction.user.update({ where: { id: person.id }, data });
      answer = as(person.token, 'POST', `/v1/intents/${id}/submit`);
      await vi.waitFor(
        async () => {
          const waiting = await service.database.$queryRaw`SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"users"%'`;
          expect(waiting).toHaveLength(1);
        },
        { timeout: 10_000, interval: 10 },
      );
    };
    await service.database.$transaction(hold, { timeout: 20_000 });
    expectBearerError((await answer)!, 'forbidden');
    expect((await asAdmin('GET', `/v1/intents/${id}`)).body.status).toBe('DRAFT');
    expect(await auditOf(id)).toEqual([]);
  });

  it('refuses what it does not cover, and those who have none', async () => {
    const id = await draft(3);
    const poor = await addPerson(service, [READ, WRITE], { approvalLimitFen: null });
    const program = await addKey(service, approver.id, [READ, WRITE]);
    for (const credential of [approver.token, poor.token, program.key]) {
      expectBearerError(await as(credential, 'GET', `/v1/intents/${id}`), 'forbidden');
      expectBearerError(await as(credential, 'GET', `/v1/intents/${id}/events`), 'forbidden');
      expectBearerError(await as(credential, 'POST', `/v1/intents/${id}/submit`), 'forbidden');
    }
    for (const credential of [poor.token, program.key])
      expectBearerError(await as(credential, 'GET', '/v1/intents'), 'forbidden');
    expect((await asAdmin('GET', `/v1/intents/${id}`)).body).toMatchObject({ status: 'DRAFT' });
  });

  it('ends with the next call after it is taken away', async () => {
    const id = await draft(1);
    const person = await addPerson(service, [READ, WRITE], { approvalLimitFen: 100_000n });
    expect((await as(person.token, 'GET', `/v1/intents/${id}`)).status).toBe(200);
    await service.database.user.update({ where: { id: person.id }, data: { approvalLimitFen: null } });
    expectBearerError(await as(person.token, 'POST', `/v1/intents/${id}/submit`), 'forbidden');
  });
});

describe('a client that acts for a person with an approval limit', () => {
  /** What the client is told of all that it could do with the draft. */
  async function answersTo(credential: string, id: string): Promise<Record<string, BearerAnswer>> {
    return {
      list: await as(credential, 'GET', '/v1/intents'),
      get: await as(credential, 'GET', `/v1/intents/${id}`),
      events: await as(credential, 'GET', `/v1/intents/${id}/events`),
      submit: await as(credential, 'POST', `/v1/intents/${id}/submit`),
    };
  }
  const missing = (answers: Record<string, BearerAnswer>) =>
    Object.entries(answers).map(([call, { status, body }]) =>
      status === 200 ? call : `${call} ${body.error.required_scope}`,
    );
  const tokenWith = async (scopes: Scope[], username: string): Promise<string> => {
    const client = await addClient(service, { scopes });
    return (await getTokens(service, client, username, { scope: scopes.join(' ') })).access_token;
  };

  it.each<[Scope[], string[]]>([
    [['read:suppliers'], [`list ${READ}`, `get ${READ}`, `events ${READ}`, `submit ${WRITE}`]],
    [[READ], ['list', 'get', 'events', `submit ${WRITE}`]],
    [[WRITE], [`list ${READ}`, `get ${READ}`, `events ${READ}`, 'submit']],
  ])('with %j alone may do no more than these say (B8)', async (scopes, expected) => {
    const id = await draft(2);
    const answers = await answersTo(await tokenWith(scopes, approver.username), id);
    expect(missing(answers)).toEqual(expected);
    for (const answer of Object.values(answers))
      if (answer.status !== 200) expectBearerError(answer, 'insufficient_scope');
    const isSubmitted = scopes.includes(WRITE);
    expect((await asAdmin('GET', `/v1/intents/${id}`)).body.status).toBe(isSubmitted ? 'SUBMITTED' : 'DRAFT');
  });

  it('may do nothing any more once the scopes of the person are taken away (B8)', async () => {
    const id = await draft(2);
    const person = await addPerson(service, [READ, WRITE], LIMIT);
    const token = await tokenWith([READ, WRITE], person.username);
    expect((await as(token, 'GET', `/v1/intents/${id}`)).status).toBe(200);
    await service.database.user.update({ where: { id: person.id }, data: { scopes: [] } });
    for (const answer of Object.values(await answersTo(token, id)))
      expectBearerError(answer, 'insufficient_scope');
    expect(await auditOf(id)).toEqual([]);
  });
});
