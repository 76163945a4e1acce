import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/record-change.ts';
import { redactPerson } from '../../src/intents/redact-person.ts';
import type { IntentRow } from '../../src/intent-rows/intent-row.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { REDACTED_AT_ONCE, redactDue } from '../../src/personal-data/redactor.ts';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { copyIntent, seedIntents } from '../support/seed-intents.ts';
import type { Signer } from '../support/sign.ts';
import { storedEvents } from '../support/stored-intent.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const GONE = { recipientName: '***', address: '***', phone: '***', remarks: '***', requestHash: '***' };
const LONG_AGO = new Date(Date.now() - 31 * 86_400_000);
const log = createLogger('silent');

let service: TestService;
let signer: Signer;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  signer = await service.addApp();
});

const redactDueAfter = (afterDays: number): Promise<boolean> =>
  redactDue({
    records: 'ended intents',
    redact: (due) => service.sweeps.redact(due),
    afterDays,
    log,
  });

/** An intent of this App that was created over the interface and then became what `changes` say. */
async function intentWith(
  changes: Partial<Omit<IntentRow, 'parcels' | 'labels'>>,
  key?: string,
): Promise<string> {
  const answer = await create(key);
  expectSuccess(answer, 'createIntent');
  const id = answer.body.data.id as string;
  await service.database.intent.update({ where: { id }, data: { nextAttemptAt: null, ...changes } });
  return id;
}
const BODY = { remarks: '请按 13800138000', productUrl: '' };
const create = (key = randomBytes(8).toString('hex'), changes = {}) => {
  const body = {
    ...intentBody(service),
    ...BODY,
    productUrl: `${service.sandboxUrl}/a/items/ordinary`,
    ...changes,
  };
  return service.call('POST', '/api/v1/intents', { signer, body, headers: { 'Idempotency-Key': key } });
};
const rowOf = (id: string) => service.database.intent.findUniqueOrThrow({ where: { id } });
const read = async (id: string) => (await service.call('GET', `/api/v1/intents/${id}`, { signer })).body.data;

const ENDED: [what: string, row: Partial<Omit<IntentRow, 'parcels' | 'labels'>>][] = [
  ['COMPLETED', { status: 'COMPLETED', completedAt: LONG_AGO, orderId: 'A1', amountPaidFen: 39_800n }],
  ['FAILED', { status: 'FAILED', failureCode: 'OUT_OF_STOCK', updatedAt: LONG_AGO }],
  ['CANCELLED', { status: 'CANCELLED', cancelledAt: LONG_AGO }],
];

describe('REDACT_AFTER_DAYS after the end (I21)', () => {
  it.each(ENDED)(
    'of a %s intent its personal data is overwritten, and nothing else',
    async (_what, changes) => {
      const id = await intentWith(changes);
      const before = await rowOf(id);
      await redactDueAfter(30);
      const { redactedAt, ...after } = await rowOf(id);
      expect(redactedAt).toEqual(expect.any(Date));
      expect(after).toEqual({ ...before, ...GONE, version: 2, redactedAt: undefined });
      expect(await read(id)).toMatchObject({
        recipientName: '***',
        address: '***',
        phone: '***',
        remarks: '***',
      });
      const events = await storedEvents(service.database, id);
      expect(events.at(-1)).toMatchObject({ type: 'intent.redacted', at: redactedAt, detail: null });
      await redactDueAfter(30);
      expect(await rowOf(id)).toMatchObject({ version: 2, redactedAt });
    },
  );

  it('remarks that were never made stay absent', async () => {
    const id = await intentWith({ ...ENDED[0]?.[1], remarks: null });
    await redactDueAfter(30);
    expect(await rowOf(id)).toMatchObject({ ...GONE, remarks: null });
  });

  it('what a platform said when it refused a cancellation goes too', async () => {
    const id = await intentWith({ ...ENDED[0]?.[1], cancelRefusal: '王 has it already' });
    const event = { intentId: id, type: 'intent.cancel_refused', at: LONG_AGO, detail: '王 has it already' };
    await service.database.intentEvent.create({ data: event });
    await redactDueAfter(30);
    expect((await rowOf(id)).cancelRefusal).toBe('***');
    const details = (await storedEvents(service.database, id)).map(({ detail }) => detail);
    expect(details).toEqual([null, '***', null]);
  });

  it.each<[why: string, changes: Partial<Omit<IntentRow, 'parcels' | 'labels'>>]>([
    ['is still open', { status: 'PROCESSING', processingAt: LONG_AGO, updatedAt: LONG_AGO }],
    ['is a draft', { status: 'DRAFT', updatedAt: LONG_AGO }],
    ['ended a day too late', { status: 'CANCELLED', cancelledAt: new Date(Date.now() - 29 * 86_400_000) }],
    ['is still tracked', { ...ENDED[0]?.[1], nextAttemptAt: new Date(Date.now() + 60_000) }],
  ])('nothing goes of an intent that %s', async (_why, changes) => {
    const id = await intentWith(changes);
    const before = await rowOf(id);
    await redactDueAfter(30);
    expect(await rowOf(id)).toEqual(before);
  });

  it('nothing goes of an intent whose order is still looked for', async () => {
    const id = await intentWith(ENDED[1]?.[1] ?? {});
    const { appId, platform } = await rowOf(id);
    const owed = {
      intentId: id,
      appId,
      platform,
      merchantOrderNo: id.slice('int_'.length),
      step: 0,
      dueAt: LONG_AGO,
      createdAt: LONG_AGO,
    };
    await service.database.orderLookup.create({ data: owed });
    await redactDueAfter(30);
    expect((await rowOf(id)).redactedAt).toBeNull();
    await service.database.orderLookup.delete({ where: { intentId: id } });
    await redactDueAfter(30);
    expect((await rowOf(id)).redactedAt).not.toBeNull();
  });

  it('0 days keep everything', async () => {
    const id = await intentWith(ENDED[0]?.[1] ?? {});
    await redactDueAfter(0);
    expect(await rowOf(id)).toMatchObject({ redactedAt: null, version: 1 });
  });

  it('several workers share the rows, each in small statements', async () => {
    const { appId } = signer;
    const count = 3 * REDACTED_AT_ONCE + 50;
    const [{ id } = { id: '' }] = await seedIntents(service, 1, () => ({ appId, ...ENDED[2]?.[1] }));
    await copyIntent(service, id, count - 1);
    await Promise.all([redactDueAfter(30), redactDueAfter(30), redactDueAfter(30)]);
    const where = { appId, redactedAt: { not: null }, version: 2 };
    const shared = await service.database.intent.count({ where });
    expect(shared).toBeGreaterThan(REDACTED_AT_ONCE);
    expect(shared).toBeLessThanOrEqual(3 * REDACTED_AT_ONCE);
    while (await redactDueAfter(30));
    expect(await service.database.intent.count({ where })).toBe(count);
    const events = { where: { type: 'intent.redacted', appId } };
    expect(await service.database.intentEvent.count(events)).toBe(count);
  });

  it('a row that somebody holds is passed over, and taken the next time', async () => {
    const id = await intentWith(ENDED[0]?.[1] ?? {});
    const other = await intentWith(ENDED[1]?.[1] ?? {});
    await service.database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM "intents" WHERE "id" = ${id} FOR UPDATE`;
      await redactDueAfter(30);
      expect((await rowOf(other)).redactedAt).not.toBeNull();
    });
    expect((await rowOf(id)).redactedAt).toBeNull();
    await redactDueAfter(30);
    expect((await rowOf(id)).redactedAt).not.toBeNull();
  });
});

describe('a create that is repeated after the redaction (I17)', () => {
  it('is refused with the id of the first, whatever it asks for, and never told of as made (E7)', async () => {
    const id = await intentWith({ ...ENDED[0]?.[1], quantity: 5 }, 'kept');
    await redactDueAfter(30);
    for (const changes of [
      {},
      { quantity: 7 },
      { address: '上海市浦东新区世纪大道 1 号' },
      { title: '键盘' },
    ]) {
      const again = await create('kept', changes);
      expectError(again, 'IDEMPOTENCY_KEY_REUSED');
      expect(again.body.data).toEqual({ id });
    }
    expect(await service.database.intent.count({ where: { appId: signer.appId } })).toBe(1);
  });
});

describe("a person's request", () => {
  const redact = (userId: string) =>
    redactPerson(
      service.openOperator().appUsers,
      { appId: signer.appId, userId },
      { actor: OPERATOR, at: new Date() },
    );
  const records = () =>
    service.database.auditEvent.findMany({
      where: { action: 'app.user_redacted', subjectId: signer.appId },
    });

  it('takes what has ended at once, what is open at its end, and nothing of others', async () => {
    const ended = await intentWith({ status: 'CANCELLED', cancelledAt: new Date() });
    const open = await intentWith({ status: 'PROCESSING', processingAt: new Date() });
    const tracked = await intentWith({
      status: 'COMPLETED',
      completedAt: new Date(),
      nextAttemptAt: new Date(),
    });
    const others = await intentWith({ status: 'CANCELLED', cancelledAt: new Date(), userId: 'another' });
    const { userId } = await rowOf(ended);
    expect(await redact(userId)).toEqual({ redacted: 1, open: 2 });
    expect(await rowOf(ended)).toMatchObject(GONE);
    for (const id of [open, tracked]) {
      expect(await rowOf(id)).toMatchObject({ redactedAt: null, redactRequestedAt: expect.any(Date) });
      expect((await read(id)).recipientName).toBe('张三');
    }
    await redactDueAfter(0);
    expect((await rowOf(open)).redactedAt).toBeNull();

    await service.database.intent.update({ where: { id: open }, data: { status: 'FAILED' } });
    await service.database.intent.update({ where: { id: tracked }, data: { nextAttemptAt: null } });
    await redactDueAfter(0);
    for (const id of [open, tracked]) expect(await rowOf(id)).toMatchObject(GONE);
    expect(await rowOf(others)).toMatchObject({ redactedAt: null, redactRequestedAt: null });
    expect(await redact(userId)).toEqual({ redacted: 0, open: 0 });
    expect(await records()).toMatchObject([
      { actorKind: 'operator', before: null, after: { userId } },
      { actorKind: 'operator', before: null, after: { userId } },
    ]);
  });

  it('marks and overwrites nothing when it cannot be recorded', async () => {
    const ended = await intentWith({ status: 'CANCELLED', cancelledAt: new Date() });
    const { userId } = await rowOf(ended);
    const before = await records();
    const by = { actor: OPERATOR, at: new Date(Number.NaN) };
    const { appUsers } = service.openOperator();
    await expect(redactPerson(appUsers, { appId: signer.appId, userId }, by)).rejects.toThrow();
    expect(await rowOf(ended)).toMatchObject({ redactedAt: null, redactRequestedAt: null });
    expect(await records()).toEqual(before);
  });

  it('leaves what the person buys later', async () => {
    const first = await intentWith({ status: 'CANCELLED', cancelledAt: new Date() });
    const { userId } = await rowOf(first);
    await redact(userId);
    const later = await intentWith({ status: 'CANCELLED', cancelledAt: new Date() });
    await redactDueAfter(0);
    expect(await rowOf(later)).toMatchObject({ redactedAt: null, redactRequestedAt: null });
  });

  it('finds all of many among many more', async () => {
    const { appId } = signer;
    const [{ id } = { id: '' }] = await seedIntents(service, 1, () => ({ appId, ...ENDED[2]?.[1] }));
    await copyIntent(service, id, 2500);
    await service.database.$executeRaw`
      UPDATE "intents" SET "userId" = 'person' WHERE "appId" = ${appId} AND "userId" ~ '^copy .*[1357]$'`;
    expect(await redact('person')).toEqual({ redacted: 1000, open: 0 });
    const where = { appId, redactedAt: { not: null } };
    expect(await service.database.intent.count({ where })).toBe(1000);
  });
});
