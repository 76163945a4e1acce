import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { signedHeaders, type Signer } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
/** Each test calls as an App of its own, with limits of its own. */
let signer: Signer;
beforeAll(async () => {
  service = await startTestService({ graceMs: 60_000 });
});
beforeEach(async () => {
  signer = await service.addApp();
});
afterAll(() => service.stop());

const PATH = '/api/v1/intents';

/** Sends one signed create again and again, byte for byte. */
function signedOnce(headers: Record<string, string> = {}, changes: Record<string, unknown> = {}) {
  const rawBody = JSON.stringify(intentBody(service, 'ordinary', changes));
  const signed = signedHeaders(signer, { method: 'POST', path: PATH, body: rawBody });
  return () => service.call('POST', PATH, { rawBody, headers: { ...signed, ...headers } });
}

async function removeIntent(id: string): Promise<void> {
  await service.call('POST', `${PATH}/${id}/cancel`, { signer });
  expect((await service.call('DELETE', `${PATH}/${id}`, { signer })).status).toBe(200);
}

it.each([{}, { draft: true }])(
  'answers resent bytes with the first answer, even when the intent is gone, and buys nothing (A6, I17) %j',
  async (changes) => {
    const send = signedOnce({}, changes);
    const first = await send();
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const again = await send();
    await removeIntent(first.body.data.id);
    const after = await send();
    for (const replay of [again, after]) {
      expect(replay.status).toBe(201);
      expect(replay.body).toEqual(first.body);
      expect(replay.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(await service.database.intent.count({ where: { id: first.body.data.id } })).toBe(0);
  },
);

it('lets copies of the same bytes and a deletion race to one intent at most', async () => {
  const send = signedOnce();
  const answers = await Promise.all(Array.from({ length: 4 }, send));
  const ids = new Set(answers.map(({ body }) => body.data.id));
  expect(ids.size).toBe(1);
  const [id = ''] = ids;
  await service.call('POST', `${PATH}/${id}/cancel`, { signer });
  const racing = await Promise.all([
    service.call('DELETE', `${PATH}/${id}`, { signer }),
    ...Array.from({ length: 4 }, send),
  ]);
  expect(racing.slice(1).map(({ body }) => body.data?.id)).toEqual(Array.from({ length: 4 }, () => id));
  expect(await service.database.intent.count({ where: { id } })).toBe(0);
  expect(await service.database.signedCreate.count({ where: { intentId: id } })).toBe(1);
});

it("frees a caller's own key with its intent, for a request that is signed anew (I17)", async () => {
  const headers = { 'Idempotency-Key': 'order-1' };
  const body = intentBody(service);
  const first = await service.call('POST', PATH, { body, headers, signer });
  expect((await service.call('POST', PATH, { body, headers, signer })).body).toEqual(first.body);
  await removeIntent(first.body.data.id);
  const second = await service.call('POST', PATH, { body, headers, signer });
  expect(second.status).toBe(201);
  expect(second.body.data.id).not.toBe(first.body.data.id);
});

it('names one intent for ever, also to the copies of a key that came second (I17)', async () => {
  const body = intentBody(service);
  const requests = Array.from({ length: 4 }, (_, index) => {
    const rawBody = JSON.stringify(body);
    const timestamp = String(Date.now() - index);
    const signed = signedHeaders(signer, { method: 'POST', path: PATH, body: rawBody, timestamp });
    return () => service.call('POST', PATH, { rawBody, headers: { ...signed, 'Idempotency-Key': 'one' } });
  });
  const first = await Promise.all(requests.map((send) => send()));
  const ids = new Set(first.map((answer) => answer.body.data.id));
  expect(ids.size).toBe(1);
  await removeIntent([...ids][0] ?? '');
  for (const send of requests) expect(ids).toContain((await send()).body.data.id);
});

it.each(['known to be good', 'not known'])(
  'buys nothing for a recorded repeat of an old create under another key, its page being %s',
  async (page) => {
    const fields = intentBody(service);
    const rawBody = JSON.stringify({ ...fields, title: page });
    const sendSigned = (signed: Record<string, string>, key: string) =>
      service.call('POST', PATH, { rawBody, headers: { ...signed, 'Idempotency-Key': key } });
    const sign = () => signedHeaders(signer, { method: 'POST', path: PATH, body: rawBody });
    const { body } = await sendSigned(sign(), 'order-1');
    expect(body.code).toBe(0);
    const longAgo = new Date(Date.now() - 20 * 60_000);
    const where = { id: body.data.id };
    await service.database.intent.update({ where, data: { createdAt: longAgo } });
    await service.database.signedCreate.updateMany({ data: { createdAt: longAgo } });
    const { productPageCache } = service.context;
    if (page === 'not known')
      productPageCache.set('PLATFORM_A', fields.productUrl, { outcome: 'refused', finalUrl: null });
    const recorded = sign();
    expect((await sendSigned(recorded, 'order-1')).body.data.id).toBe(body.data.id);
    productPageCache.set('PLATFORM_A', fields.productUrl, {
      outcome: 'product',
      finalUrl: fields.productUrl,
    });
    await service.sweeps.forgetSignatures();
    expectError(await sendSigned(recorded, 'evil-1'), 'SIGNATURE_REUSED');
  },
);
