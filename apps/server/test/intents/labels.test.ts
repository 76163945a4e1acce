import { INTENT_STATUSES, LIMITS } from '@procurement-intents/contract';
import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import { storedEvents, storedIntent } from '../support/stored-intent.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService({ isWorking: false });

const INTENTS = '/api/v1/intents';
const create = (labels: unknown, more: object = {}) =>
  service.call('POST', INTENTS, { body: { ...intentBody(service, 'ordinary'), labels, ...more } });
const made = async (labels: unknown, more: object = {}): Promise<string> =>
  (await create(labels, more)).body.data.id as string;
const setLabels = (id: string, labels: unknown, options = {}) =>
  service.call('PUT', `${INTENTS}/${id}/labels`, { body: { labels }, ...options });
const update = (id: string, body: object) => service.call('PUT', `${INTENTS}/${id}`, { body });
const read = async (id: string) => (await service.call('GET', `${INTENTS}/${id}`)).body.data;
const list = (query: string) => service.call('GET', `${INTENTS}?${query}`);

/** What the index has of an intent. */
async function indexed(id: string): Promise<Record<string, string>> {
  const rows = await service.database.intentLabel.findMany({ where: { id } });
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}
/** The intent and the index have these labels. */
async function expectLabels(id: string, labels: Record<string, string>): Promise<void> {
  expect((await read(id)).labels ?? {}).toEqual(labels);
  expect(await indexed(id)).toEqual(labels);
}

describe('labels of an intent (LB1)', () => {
  it('are stored by a create, trimmed, and in its index', async () => {
    const id = await made({ batch: ' 2026-11 ', constructor: 'x', 'a_.-9': '😀'.repeat(100) });
    await expectLabels(id, { batch: '2026-11', constructor: 'x', 'a_.-9': '😀'.repeat(100) });
  });

  it('are absent without any', async () => {
    for (const id of [await made(undefined), await made({})]) {
      expect(await read(id)).not.toHaveProperty('labels');
      expect((await storedIntent(service.database, id)).row?.labels).toBeNull();
    }
  });

  it('are shown by a list whose fields name them, and by no other', async () => {
    const id = await made({ shown: 'yes' });
    const query = 'label[shown]=yes';
    expect((await list(query)).body.data.items[0]).not.toHaveProperty('labels');
    expect((await list(`${query}&fields=labels`)).body.data.items).toEqual([
      { id, labels: { shown: 'yes' } },
    ]);
  });

  it('can be 20, and no more', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
    await expectLabels(await made(many(LIMITS.labelsPerIntent)), many(20));
    const answer = await create(many(21));
    expectError(answer, 'VALIDATION_FAILED');
    expect(answer.body.data.errors).toMatchObject([{ field: 'labels' }]);
  });

  const K40 = `k${'0'.repeat(39)}`;
  it.each([
    ['a key in capitals', '{"Batch":"a"}', ['labels.Batch']],
    ['a key that begins with a digit', '{"1a":"a"}', ['labels.1a']],
    ['a key of 41 characters', `{"${K40}0":"a"}`, [`labels.${K40}0`]],
    ['an empty key', '{"":"a"}', ['labels.']],
    ['a key __proto__', '{"__proto__":"a"}', ['labels.__proto__']],
    ['a key with NUL', '{"a\\u0000":"a"}', ['labels.a\u0000']],
    [
      'a value that is no text',
      '{"a":1,"b":null,"c":["x"],"d":{"e":"f"}}',
      ['a', 'b', 'c', 'd'].map((key) => `labels.${key}`),
    ],
    ['a value of white space', '{"a":"  "}', ['labels.a']],
    ['a value of 101 code points', `{"a":"${'长'.repeat(101)}"}`, ['labels.a']],
    ['a value with a control character', '{"a":"x\\u0000y"}', ['labels.a']],
    ['a value with a bidi override', '{"a":"x\\u202ey"}', ['labels.a']],
    ['a value with half a character', '{"a":"\\ud800"}', ['labels.a']],
    ['a list', '["a"]', ['labels']],
    ['a text', '"a"', ['labels']],
    ['null', 'null', ['labels']],
  ])('cannot have %s: 40001 on each, by create, update and PUT', async (_, labels, fields) => {
    const id = await intentIn(service, 'SUBMITTED');
    const order = JSON.stringify(intentBody(service, 'ordinary'));
    const answers = [
      await service.call('POST', INTENTS, { rawBody: `${order.slice(0, -1)},"labels":${labels}}` }),
      await service.call('PUT', `${INTENTS}/${id}`, { rawBody: `{"labels":${labels}}` }),
      await service.call('PUT', `${INTENTS}/${id}/labels`, { rawBody: `{"labels":${labels}}` }),
    ];
    for (const answer of answers) {
      expectError(answer, 'VALIDATION_FAILED');
      expect(answer.body.data.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
    }
    await expectLabels(id, {});
  });

  it('belong to the body of a create: the same key with others is refused (I17)', async () => {
    const body = { ...intentBody(service, 'ordinary'), labels: { batch: 'a' } };
    const send = (labels: object) =>
      service.call('POST', INTENTS, {
        body: { ...body, labels },
        headers: { 'Idempotency-Key': 'labels-1' },
      });
    const first = await send({ batch: 'a' });
    expect((await send({ batch: 'a' })).body.data).toEqual(first.body.data);
    expectError(await send({ batch: 'b' }), 'IDEMPOTENCY_KEY_REUSED');
    await expectLabels(first.body.data.id, { batch: 'a' });
  });

  it('go with the intent that is deleted', async () => {
    const id = await made({ batch: 'gone' }, { draft: true });
    expectSuccess(await service.call('DELETE', `${INTENTS}/${id}`), 'deleteIntent');
    expect(await indexed(id)).toEqual({});
  });

  it('are replaced by an update, which counts as every update (LB2)', async () => {
    const id = await made({ batch: 'a', team: 'x' });
    const answer = await update(id, { labels: { batch: 'b', region: 'n' } });
    expectSuccess(answer, 'updateIntent');
    expect(answer.body.data).toMatchObject({ version: 2, labels: { batch: 'b', region: 'n' } });
    await expectLabels(id, { batch: 'b', region: 'n' });
    expect((await storedEvents(service.database, id)).at(-1)).toMatchObject({
      type: 'intent.updated',
      detail: 'labels',
    });
    expectSuccess(await update(id, { quantity: 3 }), 'updateIntent');
    await expectLabels(id, { batch: 'b', region: 'n' });
    expectSuccess(await update(id, { labels: {} }), 'updateIntent');
    await expectLabels(id, {});
  });
});

describe('PUT of labels (LB2)', () => {
  it.each(INTENT_STATUSES)('replaces them in %s, and changes nothing else', async (status) => {
    const id = await intentIn(service, status);
    await setLabels(id, { batch: 'a', team: 'x' });
    const before = await storedIntent(service.database, id);
    const answer = await setLabels(id, { batch: 'b' });
    expectSuccess(answer, 'setIntentLabels');
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.body.data).toEqual(await read(id));
    await expectLabels(id, { batch: 'b' });
    const after = await storedIntent(service.database, id);
    expect(after).toEqual({ ...before, row: { ...before.row, labels: { batch: 'b' } } });
    expectSuccess(await setLabels(id, {}), 'setIntentLabels');
    await expectLabels(id, {});
  });

  it('is refused to another App, and for an id that is none', async () => {
    const id = await made({ batch: 'a' });
    expectError(await setLabels(id, {}, { signer: await service.addApp() }), 'NOT_OWNER');
    expectError(await setLabels(`int_${'0'.repeat(32)}`, {}), 'INTENT_NOT_FOUND');
    expectError(await setLabels('int_x', {}), 'INTENT_NOT_FOUND');
    await expectLabels(id, { batch: 'a' });
  });

  it('needs the permission to write: drafts alone are not enough', async () => {
    const signer = await service.addApp({ permissions: ['intents:read', 'intents:draft'] });
    const { body } = await service.call('POST', INTENTS, {
      body: { ...intentBody(service, 'ordinary'), draft: true, labels: { batch: 'a' } },
      signer,
    });
    expectError(await setLabels(body.data.id, {}, { signer }), 'PERMISSION_MISSING');
  });

  it('takes labels and nothing else', async () => {
    const id = await made(undefined);
    for (const body of [{}, { labels: {}, title: 'x' }, { label: {} }]) {
      expectError(await service.call('PUT', `${INTENTS}/${id}/labels`, { body }), 'VALIDATION_FAILED');
    }
  });

  it('that waits for another change leaves no rest of it in the index', async () => {
    const id = await made({ round: 'first' });
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE "intents" SET "labels" = $2 WHERE "id" = $1', [id, { round: 'second' }]);
      const waiting = setLabels(id, { round: 'third' });
      await vi.waitFor(async () => {
        const { rows } = await client.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      });
      await client.query('COMMIT');
      expectSuccess(await waiting, 'setIntentLabels');
    } finally {
      await client.end();
    }
    await expectLabels(id, { round: 'third' });
  });

  it('in the middle of an attempt takes nothing from it: its fenced write stands, and so do the labels', async () => {
    const id = await intentIn(service, 'PROCESSING');
    const { row } = await storedIntent(service.database, id);
    const fence = { id, version: row?.version ?? 0, attempt: row?.attempt ?? 0 };
    expectSuccess(await setLabels(id, { batch: 'during' }), 'setIntentLabels');
    const write = { fields: { orderId: 'A-1' }, event: null, isVisible: true };
    expect(await service.context.purchases.update(fence, write, clock.now())).toBe(true);
    expect(await read(id)).toMatchObject({ orderId: 'A-1', version: 2 });
    await expectLabels(id, { batch: 'during' });
  });

  it('at once with others leaves the labels of one of them, and an index without any rest', async () => {
    const id = await made({ round: 'none' });
    for (let round = 0; round < 5; round += 1) {
      clock.advance(1000);
      const sent = Array.from({ length: 4 }, (_, index) => ({
        round: `${round}`,
        [`own${index}`]: `${index}`,
      }));
      const answers = await Promise.all([
        ...sent.map((labels) => setLabels(id, labels)),
        update(id, { labels: { round: `${round}`, updated: 'yes' } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
      const { labels } = await read(id);
      expect([...sent, { round: `${round}`, updated: 'yes' }]).toContainEqual(labels);
      expect(await indexed(id)).toEqual(labels);
    }
  });
});
