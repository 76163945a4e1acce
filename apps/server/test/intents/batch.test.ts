import { hash } from 'node:crypto';
import { type BatchItemView, type BatchResultView, LIMITS, ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { intentBody } from '../support/intent-factory.ts';
import { signedHeaders, type Signer } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';

const { path: PATH } = ROUTES.createIntents;
const SINGLE = ROUTES.createIntent.path;
const clock = createFakeClock();
let service: TestService;
/** Each test calls as an App of its own, in a second of its own. */
let signer: Signer;
beforeAll(async () => {
  service = await startTestService({ clock, graceMs: 86_400_000 });
});
beforeEach(async () => {
  clock.advance(1000);
  signer = await service.addApp();
});
afterAll(() => service.stop());

type Fields = Record<string, unknown>;
const item = (changes: Fields = {}): Fields => intentBody(service, 'ordinary', changes);
/** Items whose page is read once, so that the pages of a batch are not what a test waits for. */
function itemsOfOnePage(count: number, changes: (index: number) => Fields = () => ({})): Fields[] {
  const { productUrl } = item();
  return Array.from({ length: count }, (_, index) => ({ ...item(), productUrl, ...changes(index) }));
}
const send = (items: readonly unknown[], options: object = {}): Promise<Answer> =>
  service.call('POST', PATH, { body: { items }, signer, ...options });
const resultOf = ({ body }: Answer): BatchResultView => body.data as BatchResultView;
const idsOf = (answer: Answer) => resultOf(answer).items.map(({ intent }) => intent?.id);
const statusesOf = (answer: Answer): BatchItemView['status'][] =>
  resultOf(answer).items.map(({ status }) => status);
const countIntents = () => service.database.intent.count({ where: { appId: signer.appId } });

/** Signs a batch once; each call sends the very same bytes. */
function signedOnce(items: readonly unknown[]) {
  const rawBody = JSON.stringify({ items });
  const timestamp = String(clock.now().getTime());
  const headers = signedHeaders(signer, { method: 'POST', path: PATH, body: rawBody, timestamp });
  return () => service.call('POST', PATH, { rawBody, headers });
}

describe('a batch', () => {
  it('accepts a hundred items in the order of the request, each as a create of its own (BC1, BC2, BC4)', async () => {
    const answer = await send(itemsOfOnePage(100, (index) => ({ userId: `user_${index}` })));
    expectSuccess(answer, 'createIntents');
    const { items, ...counts } = resultOf(answer);
    expect(counts).toEqual({ created: 100, replayed: 0, failed: 0 });
    expect(items.map(({ index, intent }) => [index, intent?.userId])).toEqual(
      Array.from({ length: 100 }, (_, index) => [index, `user_${index}`]),
    );
    expect(await countIntents()).toBe(100);
    const events = await service.database.intentEvent.count({ where: { appId: signer.appId } });
    expect(events).toBe(100);
  });

  it.each([[[]], [Array.from({ length: 101 }, () => ({}))], ['none'], [undefined]])(
    'needs a list of 1 to 100 items (BC1)',
    async (items) => {
      const answer = await service.call('POST', PATH, { body: { items }, signer });
      expectError(answer, 'VALIDATION_FAILED');
      expect(answer.body.data.errors.map(({ field }: { field: string }) => field)).toEqual(['items']);
    },
  );

  it('names the fields of a wrong item by their place, and accepts the others (BC2, BC4)', async () => {
    const answer = await send([item(), item({ quantity: 0, colour: 'red' }), 7, item()]);
    expectError(answer, 'BATCH_PARTIAL');
    const { items, created, failed } = resultOf(answer);
    expect([created, failed, statusesOf(answer)]).toEqual([2, 2, ['created', 'failed', 'failed', 'created']]);
    const fields = items.map(({ error }) =>
      (error?.data?.['errors'] as { field: string }[] | undefined)?.map(({ field }) => field).toSorted(),
    );
    expect(fields).toEqual([undefined, ['items.1.colour', 'items.1.quantity'], ['items.2'], undefined]);
    expect(items[1]?.error).toMatchObject({ code: 40001, name: 'VALIDATION_FAILED' });
    expect(await countIntents()).toBe(2);
  });

  it('takes labels for each item, and names a wrong one by its place (BC2)', async () => {
    const labels = { batch: '2026-11' };
    const answer = await send([item({ labels }), item(), item({ labels: { Batch: 'x' } })]);
    expect(statusesOf(answer)).toEqual(['created', 'created', 'failed']);
    const { items } = resultOf(answer);
    expect(items[2]?.error?.data).toMatchObject({ errors: [{ field: 'items.2.labels.Batch' }] });
    const listed = await service.call(
      'GET',
      `${ROUTES.listIntents.path}?label[batch]=2026-11&fields=labels`,
      { signer },
    );
    expect(listed.body.data.items).toEqual([{ id: items[0]?.intent?.id, labels }]);
  });

  it('refuses an item whose page is no product alone (BC2)', async () => {
    const answer = await send([item(), intentBody(service, 'gone')]);
    expect(statusesOf(answer)).toEqual(['created', 'failed']);
    expect(resultOf(answer).items[1]?.error).toMatchObject({
      code: 40001,
      data: { errors: [{ field: 'items.1.productUrl' }] },
    });
  });

  it('is refused whole with a key in the header, which is not signed (BC3)', async () => {
    const answer = await send([item()], { headers: { 'Idempotency-Key': 'order-1' } });
    expectError(answer, 'VALIDATION_FAILED');
    expect(answer.body.data.errors[0].field).toBe('Idempotency-Key');
    expect(await countIntents()).toBe(0);
  });

  it('of the same bytes creates its items once, one row for each (BC3, BC7)', async () => {
    const resend = signedOnce([item(), item({ idempotencyKey: 'order-1' }), item()]);
    const first = await resend();
    const again = await resend();
    expect([statusesOf(again), idsOf(again)]).toEqual([Array(3).fill('replayed'), idsOf(first)]);
    expect(await countIntents()).toBe(3);
    const rows = await service.database.signedCreate.findMany({
      where: { appId: signer.appId },
      select: { signature: true, intentId: true },
    });
    expect(rows.map(({ signature }) => signature.replace(/^[0-9a-f]{64}/, '')).toSorted()).toEqual([
      '#0',
      '#1',
      '#2',
    ]);
    expect(rows.map(({ intentId }) => intentId).toSorted()).toEqual(idsOf(first).toSorted());
  });

  it('lets copies of the same bytes race to one intent for each item (BC7)', async () => {
    const resend = signedOnce(itemsOfOnePage(20));
    const answers = await Promise.all(Array.from({ length: 4 }, resend));
    for (const answer of answers) expect(idsOf(answer)).toEqual(idsOf(answers[0] as Answer));
    expect(await countIntents()).toBe(20);
  });

  it('with keys replays what stands when it is signed anew, and creates the rest (BC3)', async () => {
    const items = itemsOfOnePage(4, (index) => ({ idempotencyKey: `order-${index}` }));
    const first = await send(items.slice(0, 2));
    const all = await send(items);
    expect(statusesOf(all)).toEqual(['replayed', 'replayed', 'created', 'created']);
    expect(idsOf(all).slice(0, 2)).toEqual(idsOf(first));
  });
});

describe('the keys of a batch', () => {
  it('are those of single creates, by the compact JSON of the item (BC3)', async () => {
    const body = item();
    const headers = { 'Idempotency-Key': 'shared-1' };
    const single = await service.call('POST', SINGLE, { body, headers, signer });
    const batch = await send([
      { idempotencyKey: 'shared-1', ...body },
      { ...item(), idempotencyKey: 'shared-2' },
    ]);
    expect(statusesOf(batch)).toEqual(['replayed', 'created']);
    expect(idsOf(batch)[0]).toBe(single.body.data.id);
    const other = await service.call('POST', SINGLE, {
      body: item(),
      headers: { 'Idempotency-Key': 'shared-2' },
      signer,
    });
    expectError(other, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('refuse other content, in an earlier create as in the same batch (BC3)', async () => {
    const headers = { 'Idempotency-Key': 'used' };
    const { body } = await service.call('POST', SINGLE, { body: item(), headers, signer });
    const twice = item({ idempotencyKey: 'twice' });
    const answer = await send([item({ idempotencyKey: 'used' }), twice, twice, { ...twice, quantity: 9 }]);
    expect(statusesOf(answer)).toEqual(['failed', 'created', 'replayed', 'failed']);
    const { items } = resultOf(answer);
    expect(items[0]?.error).toMatchObject({
      code: 40901,
      name: 'IDEMPOTENCY_KEY_REUSED',
      data: { id: body.data.id },
    });
    expect(items[2]?.intent?.id).toBe(items[1]?.intent?.id);
    expect(items[3]?.error).toMatchObject({ code: 40901, data: { id: items[1]?.intent?.id } });
    expect(await countIntents()).toBe(2);
  });

  it('store the hash of the compact JSON without the key', async () => {
    const { idempotencyKey, ...content } = item({ idempotencyKey: 'hashed', remarks: '  放在门口 ' });
    const answer = await send([{ ...content, idempotencyKey }]);
    const row = await service.database.intent.findUniqueOrThrow({ where: { id: idsOf(answer)[0] ?? '' } });
    expect(row.requestHash).toBe(hash('sha256', JSON.stringify(content)));
  });
});

describe('the weight of a batch', () => {
  it.each([
    [1, 1],
    [10, 1],
    [11, 2],
    [100, 10],
  ])('of %d items is %d of the create limit, and one call in all (BC5)', async (count, weight) => {
    await send(itemsOfOnePage(count));
    const answers = await Promise.all(
      Array.from({ length: 11 }, () => service.call('POST', SINGLE, { body: {}, signer })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1 + weight);
  });

  it('without room for it executes nothing, and counts once (BC5)', async () => {
    await Promise.all(Array.from({ length: 5 }, () => service.call('POST', SINGLE, { body: {}, signer })));
    const refused = await send(itemsOfOnePage(60));
    expectError(refused, 'RATE_LIMITED');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('4');
    expect(await countIntents()).toBe(0);
    const fitting = await send(itemsOfOnePage(40));
    expectSuccess(fitting, 'createIntents');
    expect(fitting.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('is one for a body that holds no list, which is refused after the other checks (A3)', async () => {
    expectError(await service.call('POST', PATH, { rawBody: '{', signer }), 'BODY_MALFORMED');
    const reader = await service.addApp({ permissions: ['intents:read'] });
    expectError(await service.call('POST', PATH, { rawBody: '{', signer: reader }), 'PERMISSION_MISSING');
  });
});

describe('the pages of a batch', () => {
  it('are read once for each address (BC6)', async () => {
    const platform = service.context.platforms.get('PLATFORM_A');
    const fetches = vi.spyOn(platform as NonNullable<typeof platform>, 'fetchProductPage');
    try {
      const two = [...itemsOfOnePage(10), ...itemsOfOnePage(10)];
      expect(resultOf(await send(two)).created).toBe(20);
      expect(fetches).toHaveBeenCalledTimes(2);
    } finally {
      fetches.mockRestore();
    }
  });

  it('are read ten at once, and what has no turn in ten seconds is accepted (BC6)', async () => {
    const platform = service.context.platforms.get('PLATFORM_A');
    let atOnce = 0;
    let most = 0;
    let started = 0;
    let elapsedMs = 0;
    const now = performance.now.bind(performance);
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => now() + elapsedMs);
    const fetches = vi
      .spyOn(platform as NonNullable<typeof platform>, 'fetchProductPage')
      .mockImplementation(async () => {
        most = Math.max(most, (atOnce += 1));
        started += 1;
        await new Promise(setImmediate);
        // The first twenty take eight seconds together.
        if (started === 20) elapsedMs = LIMITS.batchPagesMs;
        atOnce -= 1;
        return { ok: false, kind: 'refused', reason: 'NOT_A_PRODUCT' };
      });
    try {
      const answer = await send(Array.from({ length: 40 }, () => item()));
      const { created, failed } = resultOf(answer);
      expect(most).toBe(LIMITS.batchPagesAtOnce);
      expect(failed).toBe(started);
      expect(created).toBe(40 - started);
      expect(created).toBeGreaterThan(0);
    } finally {
      fetches.mockRestore();
      watch.mockRestore();
    }
  });
});
