import { LIMITS, ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { rawRequest, requestBytes, toAnswer } from '../support/raw-request.ts';
import { signedHeaders, type Signer } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';

/** Goes on with every look, so that a crowd of calls is spread over the seconds in which they are counted. */
function createHurriedClock(): Clock {
  let time = Date.parse('2026-11-21T08:30:00.000Z');
  return { now: () => new Date((time += 200)) };
}

const clock = createHurriedClock();
const PATH = ROUTES.createIntent.path;
let service: TestService;
/** Each test calls as an App of its own. */
let signer: Signer;
let body: ReturnType<typeof intentBody>;

beforeAll(async () => {
  service = await startTestService({ clock, graceMs: 86_400_000 });
});
beforeEach(async () => {
  signer = await service.addApp();
  body = intentBody(service);
});
afterAll(() => service.stop());

/** Creates under `key`, signed anew. */
const create = (key: string, sent: unknown = body, as: Signer = signer): Promise<Answer> =>
  service.call('POST', PATH, { body: sent, headers: { 'Idempotency-Key': key }, signer: as });
const rowsOf = ({ appId }: Signer) => service.database.intent.findMany({ where: { appId } });
const wasReplayed = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';

describe('many creates with one key at once (I17)', () => {
  it('make one intent, and all fifty get the same answer (I17)', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('order-1')));
    for (const answer of answers) expectSuccess(answer, 'createIntent');
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body)))).toHaveLength(1);
    expect(answers.filter((answer) => !wasReplayed(answer))).toHaveLength(1);
    const rows = await rowsOf(signer);
    expect(rows.map(({ id }) => id)).toEqual([answers[0]?.body.data.id]);
    expect(await service.database.intentEvent.count({ where: { intentId: rows[0]?.id ?? '' } })).toBe(1);
  });

  it('make one intent of one body when the bodies differ, and refuse the others (40901, E7)', async () => {
    const sent = Array.from({ length: 10 }, (_, index) => ({ ...body, quantity: index + 1 }));
    const answers = await Promise.all(sent.map((one) => create('order-1', one)));
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter((one) => one !== won[0]))
      expectError(answer, 'IDEMPOTENCY_KEY_REUSED');
    const [row, ...others] = await rowsOf(signer);
    expect(others).toEqual([]);
    expect(sent[answers.indexOf(won[0] as Answer)]?.quantity).toBe(row?.quantity);
  });

  it('of many Apps make one intent each, which no other App gets to see', async () => {
    const signers = await Promise.all(Array.from({ length: 5 }, () => service.addApp()));
    const answers = await Promise.all([...signers, ...signers].map((as) => create('order-1', body, as)));
    for (const [index, as] of signers.entries()) {
      const mine = [answers[index], answers[index + signers.length]].map((answer) => answer?.body.data.id);
      expect((await rowsOf(as)).map(({ id }) => [id, id])).toEqual([mine]);
    }
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(signers.length);
  });
});

describe('a key that was used before (I17)', () => {
  it('gives the first answer again, however far the intent has come', async () => {
    const first = await create('order-1');
    const { id } = first.body.data;
    await service.call('PUT', `${PATH}/${id}`, { body: { quantity: 9 }, signer });
    const updated = await create('order-1');
    await service.call('POST', `${PATH}/${id}/cancel`, { signer });
    const cancelled = await create('order-1');
    for (const answer of [updated, cancelled]) {
      expectSuccess(answer, 'createIntent');
      expect(answer.body).toEqual(first.body);
      expect(wasReplayed(answer)).toBe(true);
    }
    expect(wasReplayed(first)).toBe(false);
    expect(await rowsOf(signer)).toMatchObject([{ id, status: 'CANCELLED', quantity: 9 }]);
  });

  it('does not open the intent as it stands to a change: the answer has the version that it tells of', async () => {
    const first = await create('order-1');
    const path = `${PATH}/${first.body.data.id}`;
    await service.call('PUT', path, { body: { quantity: 9 }, signer });
    const etag = (await create('order-1')).headers.get('etag') ?? '';
    expect(etag).toBe(first.headers.get('etag'));
    const blind = await service.call('PUT', path, {
      body: { quantity: 3 },
      headers: { 'If-Match': etag },
      signer,
    });
    expectError(blind, 'VERSION_CONFLICT');
  });

  it.each<[what: string, change: (sent: typeof body) => string]>([
    ['another value', (sent) => JSON.stringify({ ...sent, quantity: 3 })],
    ['one field more', (sent) => JSON.stringify({ ...sent, remarks: '急' })],
    [
      'the same fields in another order',
      (sent) => JSON.stringify(Object.fromEntries(Object.entries(sent).reverse())),
    ],
    ['blanks between them', (sent) => JSON.stringify(sent, null, 1)],
  ])('with %s in the body is refused and changes nothing (40901, E7)', async (_what, change) => {
    const first = await create('order-1');
    const before = await rowsOf(signer);
    const headers = { 'Idempotency-Key': 'order-1' };
    expectError(
      await service.call('POST', PATH, { rawBody: change(body), headers, signer }),
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect(await rowsOf(signer)).toEqual(before);
    expect((await create('order-1')).body).toEqual(first.body);
  });

  it('counts letter by letter, and only in the header', async () => {
    const keys = ['order-1', 'Order-1', 'order-1.', 'x'.repeat(LIMITS.idempotencyKeyChars), '!~"%00,;='];
    const answers: Answer[] = [];
    for (const key of keys) answers.push(await create(key));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(keys.length);
    expectError(await create('order-2', { ...body, idempotencyKey: 'order-1' }), 'VALIDATION_FAILED');
  });

  it("does not stand for another request's signature, nor the signature for it", async () => {
    const rawBody = JSON.stringify(body);
    const timestamp = String(clock.now().getTime());
    const headers = signedHeaders(signer, { method: 'POST', path: PATH, body: rawBody, timestamp });
    const unkeyed = await service.call('POST', PATH, { rawBody, headers, signer });
    const keyed = await create(headers['X-Signature']);
    expectSuccess(keyed, 'createIntent');
    expect(keyed.body.data.id).not.toBe(unkeyed.body.data.id);
    expect(wasReplayed(keyed)).toBe(false);
  });

  it('is free when its first create was refused', async () => {
    expectError(await create('order-1', { ...body, quantity: 0 }), 'VALIDATION_FAILED');
    const missing = intentBody(service, 'missing');
    expectError(await create('order-1', missing), 'VALIDATION_FAILED');
    expectSuccess(await create('order-1'), 'createIntent');
    expect(await rowsOf(signer)).toHaveLength(1);
  });

  it('is no key for another method: an update with it is an update', async () => {
    const { id } = (await create('order-1')).body.data;
    const headers = { 'Idempotency-Key': 'order-1' };
    const update = (quantity: number) =>
      service.call('PUT', `${PATH}/${id}`, { body: { quantity }, headers, signer });
    for (const quantity of [3, 4]) expect((await update(quantity)).body.data.quantity).toBe(quantity);
  });
});

describe('a key that is none (40001)', () => {
  async function expectKeyRefused(lines: readonly string[]): Promise<void> {
    const rawBody = JSON.stringify(body);
    const timestamp = String(clock.now().getTime());
    const signed = signedHeaders(signer, { method: 'POST', path: PATH, body: rawBody, timestamp });
    const headers = ['Content-Type: application/json', 'Accept-Language: en', ...lines];
    for (const [name, value] of Object.entries(signed)) headers.push(`${name}: ${value}`);
    const bytes = requestBytes(`POST ${PATH} HTTP/1.1`, headers, rawBody);
    const answer = toAnswer(await rawRequest(service.port, bytes));
    expectError(answer, 'VALIDATION_FAILED', 'en');
    expect(answer.body.data.errors).toEqual([
      { field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' },
    ]);
    expect(await rowsOf(signer)).toEqual([]);
  }

  it.each([
    ['nothing', ''],
    ['blanks alone', '   '],
    ['a blank inside', 'order 1'],
    ['a tab inside', 'order\t1'],
    ['a byte beyond ASCII', 'order-\xe9'],
    ['Chinese in UTF-8', Buffer.from('订单').toString('latin1')],
    ['one character too many', 'x'.repeat(LIMITS.idempotencyKeyChars + 1)],
  ])('%s', async (_what, key) => {
    await expectKeyRefused([`Idempotency-Key: ${key}`]);
  });

  it('two of them, even of the same value', async () => {
    await expectKeyRefused(['Idempotency-Key: order-1', 'Idempotency-Key: order-1']);
  });
});
