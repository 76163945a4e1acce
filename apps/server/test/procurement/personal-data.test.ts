import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/record-change.ts';
import { rekeyRecipients } from '../../src/personal-data/rekey-recipients.ts';
import { redactRequester } from '../../src/purchase-requests/redact-requests.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { type DueRecords, redactDue } from '../../src/personal-data/redactor.ts';
import { createRecipientBox } from '../../src/personal-data/recipient-box.ts';
import { expectBearerError } from '../support/bearer.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { type Person, person, requestBody, succeeded } from './support.ts';

useService();
const SCOPES = ['read:purchase-requests', 'write:purchase-requests'] as const;
let approver: Person;
beforeAll(async () => {
  approver = await person(service, SCOPES, 10_000_00n);
});

const PATH = '/v1/purchase-requests';
const TEXTS = { remarks: '找王五', justification: '李四要' };
const REQUESTS = { records: 'purchase requests', log: createLogger('silent') };

async function askedBy(requester: Person, headers = {}) {
  const body = requestBody(service, TEXTS);
  const { id } = await succeeded(requester.call('POST', PATH, { body, headers }));
  return { id: id as string, body };
}
const reject = (id: string) => approver.call('POST', `${PATH}/${id}/reject`, { body: { note: '赵六说不' } });
const read = async (requester: Person, id: string) => (await requester.call('GET', `${PATH}/${id}`)).body;
const REDACTED = {
  recipientName: '***',
  address: '***',
  phone: '***',
  remarks: '***',
  justification: '***',
  decisionNote: '***',
};

it('ends some days after the end of the request, and not before', async () => {
  const requester = await person(service, SCOPES);
  const [ended, open] = [await askedBy(requester), await askedBy(requester)];
  await succeeded(reject(ended.id), 200);
  const { requesters: store } = service.openOperator();
  const due = { ...REQUESTS, redact: (kind: DueRecords) => store.redact(kind), afterDays: 30 };
  const endedAt = new Date(clock.now().getTime() - 31 * 86_400_000);
  await redactDue({ ...due, afterDays: 100_000 });
  expect(await read(requester, ended.id)).toMatchObject({ recipientName: '张三', ...TEXTS });
  await service.database.purchaseRequest.update({ where: { id: ended.id }, data: { endedAt } });
  await redactDue(due);
  expect(await read(requester, ended.id)).toMatchObject({
    ...REDACTED,
    status: 'REJECTED',
    totalAmount: 398,
  });
  expect(await read(requester, open.id)).toMatchObject({ recipientName: '张三', ...TEXTS });
});

it('ends when the person wishes, of an open request once it has ended', async () => {
  const requester = await person(service, SCOPES);
  const headers = { 'idempotency-key': 'before-redaction' };
  const [ended, open] = [await askedBy(requester, headers), await askedBy(requester)];
  await succeeded(reject(ended.id), 200);
  const { requesters: store } = service.openOperator();
  await redactRequester(store, requester.id, { actor: OPERATOR, at: clock.now() });
  expect(
    await service.database.auditEvent.findMany({ where: { action: 'user.requests_redacted' } }),
  ).toMatchObject([{ actorKind: 'operator', subjectId: requester.id }]);
  expect(await read(requester, ended.id)).toMatchObject(REDACTED);
  expect(await read(requester, open.id)).toMatchObject(TEXTS);
  // A body is never taken for the one that was redacted: what it held cannot be guessed.
  const again = await requester.call('POST', PATH, { body: ended.body, headers });
  expectBearerError(again, 'conflict');
  await succeeded(reject(open.id), 200);
  await redactDue({ ...REQUESTS, redact: (kind: DueRecords) => store.redact(kind), afterDays: 0 });
  expect(await read(requester, open.id)).toMatchObject(REDACTED);
});

it('is sealed again under a new key', async () => {
  const requester = await person(service, SCOPES);
  const { id } = await askedBy(requester);
  const row = await service.database.purchaseRequest.findUniqueOrThrow({ where: { id } });
  const plain = service.recipients.open(row);
  const oldKey = randomBytes(32);
  const newKey = randomBytes(32);
  const data = createRecipientBox([oldKey]).seal(id, plain);
  await service.database.purchaseRequest.updateMany({
    where: { id: { not: id } },
    data: { redactedAt: clock.now() },
  });
  await service.database.purchaseRequest.update({ where: { id }, data });
  const requests = service.openOperator().recipients.at(-1);
  const box = createRecipientBox([newKey, oldKey]);
  expect(await rekeyRecipients(requests!, box)).toEqual({ resealed: 1, left: 0 });
  const resealed = await service.database.purchaseRequest.findUniqueOrThrow({ where: { id } });
  expect(createRecipientBox([newKey]).open(resealed)).toMatchObject({ recipientName: '张三', version: 1 });
});
