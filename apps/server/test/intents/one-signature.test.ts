import { type ErrorName, ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { signedHeaders, type Signer } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';

// A key is not signed, so whoever has recorded a create can send it under any other.

type Headers = Record<string, string>;
type Send = (headers?: Headers) => Promise<Answer>;

/** Goes on with every look, so that a crowd of calls is spread over the seconds in which they are counted. */
const hurriedClock: Clock = (() => {
  let time = Date.parse('2026-11-21T08:30:00.000Z');
  return { now: () => new Date((time += 200)) };
})();
const PATH = ROUTES.createIntent.path;
const keyed = (key: string): Headers => ({ 'Idempotency-Key': key });
const OTHER_KEYS = Array.from({ length: 7 }, (_, index) => keyed(`other-${index}`));

let service: TestService;
/** Each test calls as an App of its own. */
let signer: Signer;
beforeAll(async () => {
  service = await startTestService({ clock: hurriedClock, graceMs: 86_400_000 });
});
beforeEach(async () => {
  signer = await service.addApp();
});
afterAll(() => service.stop());

/** Signs a create once; each call sends the very same signed bytes. */
function record(changes: Record<string, unknown> = {}, fields = intentBody(service)): Send {
  const rawBody = JSON.stringify({ ...fields, ...changes });
  const timestamp = String(hurriedClock.now().getTime());
  const signed = signedHeaders(signer, { method: 'POST', path: PATH, body: rawBody, timestamp });
  return (headers = {}) => service.call('POST', PATH, { rawBody, headers: { ...signed, ...headers } });
}

const countIntents = () => service.database.intent.count({ where: { appId: signer.appId } });
const isReplay = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';

function expectReplay(answer: Answer, first: Answer): void {
  expectSuccess(answer, 'createIntent');
  expect(answer.body).toEqual(first.body);
  expect(isReplay(answer)).toBe(true);
}

function expectRefused(answers: Answer[], name: ErrorName = 'SIGNATURE_REUSED'): void {
  for (const answer of answers) expectError(answer, name);
}

async function removeIntent(id: string): Promise<void> {
  await service.call('POST', `${PATH}/${id}/cancel`, { signer });
  expect((await service.call('DELETE', `${PATH}/${id}`, { signer })).status).toBe(200);
}

describe.each([
  { what: 'a purchase', changes: {} },
  { what: 'a draft', changes: { draft: true } },
])('the recorded bytes of $what (A6, E7, I17)', ({ changes }) => {
  it('make one intent when eight come at once under keys of their own', async () => {
    const send = record(changes);
    const answers = await Promise.all([keyed('mine'), ...OTHER_KEYS].map(send));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expectRefused(answers.filter((answer) => answer !== made[0]));
    expect(await countIntents()).toBe(1);
  });

  it('make one intent when seven other keys follow, one after the other', async () => {
    const send = record(changes);
    const first = await send(keyed('mine'));
    for (const headers of OTHER_KEYS) expectRefused([await send(headers)]);
    expectReplay(await send(keyed('mine')), first);
    expect(await countIntents()).toBe(1);
  });

  it.each([
    { change: 'a key that was added', original: {}, forged: keyed('evil') },
    { change: 'a key that was taken away', original: keyed('mine'), forged: {} },
  ])('are refused with $change', async ({ original, forged }) => {
    const send = record(changes);
    const first = await send(original);
    expectRefused([await send(forged), await send(forged)]);
    expectReplay(await send(original), first);
    expect(await countIntents()).toBe(1);
  });

  it('stay refused under another key, and answered under their own, when the intent has been deleted', async () => {
    const send = record(changes);
    const first = await send(keyed('mine'));
    await removeIntent(first.body.data.id);
    expectRefused([await send(keyed('evil')), await send()]);
    expectReplay(await send(keyed('mine')), first);
    expect(await countIntents()).toBe(0);
  });
});

it('makes exactly one intent of fifty copies at once, whatever keys they carry', async () => {
  const send = record();
  const headers = Array.from({ length: 50 }, (_, index) => (index % 5 === 0 ? {} : keyed(`k-${index % 10}`)));
  const answers = await Promise.all(headers.map(send));
  const made = answers.filter((answer) => answer.status === 201 && !isReplay(answer));
  expect(made).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 201);
  expect(others.length).toBeGreaterThan(0);
  for (const answer of others) expectError(answer, 'SIGNATURE_REUSED');
  for (const { body } of answers.filter(({ status }) => status === 201)) expect(body).toEqual(made[0]?.body);
  expect(await countIntents()).toBe(1);
});

it('takes small and capital digits for the same signature', async () => {
  const rawBody = JSON.stringify(intentBody(service));
  const timestamp = String(hurriedClock.now().getTime());
  const signed = signedHeaders(signer, { method: 'POST', path: PATH, body: rawBody, timestamp });
  const capitals = { ...signed, 'X-Signature': signed['X-Signature'].toUpperCase() };
  const send = (headers: Headers) => service.call('POST', PATH, { rawBody, headers });
  const first = await send({ ...capitals, ...keyed('mine') });
  expectRefused([await send({ ...signed, ...keyed('evil') })]);
  expectReplay(await send({ ...signed, ...keyed('mine') }), first);
  expect(await countIntents()).toBe(1);
});

describe('a key that has an intent of its own', () => {
  it.each(['known', 'unknown'] as const)(
    'does not take a recorded create of the same body, its page being %s',
    async (page) => {
      const fields = intentBody(service);
      const [first, second] = [record({}, fields), record({}, fields)];
      await first(keyed('a'));
      const other = await second(keyed('b'));
      if (page === 'unknown')
        service.context.productPageCache.set('PLATFORM_A', fields.productUrl, {
          outcome: 'refused',
          finalUrl: null,
        });
      expectRefused([await first(keyed('b')), await second(keyed('a'))]);
      expectReplay(await second(keyed('b')), other);
      expect(await countIntents()).toBe(2);
    },
  );

  it('names itself to a create of another body, and leaves that one its signature', async () => {
    const first = await record()(keyed('a'));
    const send = record({ quantity: 3 });
    const refused = await send(keyed('a'));
    expectError(refused, 'IDEMPOTENCY_KEY_REUSED');
    expect(refused.body.data).toEqual({ id: first.body.data.id });
    expect((await send(keyed('b'))).status).toBe(201);
    expect(await countIntents()).toBe(2);
  });

  it('answers a recorded create by what that one made, also when the key has been used again since', async () => {
    const fields = intentBody(service);
    const [send, sendAgain] = [record({}, fields), record({}, fields)];
    const first = await send(keyed('a'));
    await removeIntent(first.body.data.id);
    const second = await sendAgain(keyed('a'));
    expect(second.body.data.id).not.toBe(first.body.data.id);
    expectReplay(await send(keyed('a')), first);
    expectReplay(await sendAgain(keyed('a')), second);
    expect(await countIntents()).toBe(1);
  });
});

describe('a repetition that was signed anew', () => {
  it.each(['known', 'unknown'] as const)(
    'is answered, and its bytes are refused under another key, the page being %s',
    async (page) => {
      const fields = intentBody(service);
      const first = await record({}, fields)(keyed('a'));
      if (page === 'unknown')
        service.context.productPageCache.set('PLATFORM_A', fields.productUrl, {
          outcome: 'refused',
          finalUrl: null,
        });
      const repeat = record({}, fields);
      expectReplay(await repeat(keyed('a')), first);
      service.context.productPageCache.set('PLATFORM_A', fields.productUrl, {
        outcome: 'product',
        finalUrl: fields.productUrl,
      });
      expectRefused([await repeat(keyed('evil')), await repeat()]);
      await removeIntent(first.body.data.id);
      expectRefused([await repeat(keyed('evil')), await repeat()]);
      expect(await countIntents()).toBe(0);
    },
  );
});

it('answers recorded bytes, or refuses them, before it asks for the page', async () => {
  const fields = intentBody(service);
  const send = record({}, fields);
  const first = await send(keyed('mine'));
  await removeIntent(first.body.data.id);
  service.context.productPageCache.set('PLATFORM_A', fields.productUrl, {
    outcome: 'refused',
    finalUrl: null,
  });
  expectRefused([await send(keyed('evil'))]);
  expectReplay(await send(keyed('mine')), first);
});

it('lets bytes buy that bought nothing when they came first', async () => {
  const fields = intentBody(service);
  service.context.productPageCache.set('PLATFORM_A', fields.productUrl, {
    outcome: 'refused',
    finalUrl: null,
  });
  const send = record({}, fields);
  expectRefused([await send(keyed('mine'))], 'VALIDATION_FAILED');
  service.context.productPageCache.set('PLATFORM_A', fields.productUrl, {
    outcome: 'product',
    finalUrl: fields.productUrl,
  });
  expectSuccess(await send(keyed('mine')), 'createIntent');
  expectRefused([await send(keyed('evil'))]);
});

it('submits a recorded submission once', async () => {
  const draft = await record({ draft: true })();
  const path = `${PATH}/${draft.body.data.id}/submit`;
  const timestamp = String(hurriedClock.now().getTime());
  const headers = signedHeaders(signer, { method: 'POST', path, timestamp });
  expect((await service.call('POST', path, { headers })).status).toBe(200);
  expectRefused([await service.call('POST', path, { headers })], 'SUBMIT_REFUSED');
});
