import { expect, it } from 'vitest';
import { createClient } from '../test/start-service.ts';
import { createMany } from './create-many.ts';
import type { BatchItem, Fetch } from './index.ts';

const ORDER = { userId: 'user_1', platform: 'PLATFORM_A', quantity: 1 } as BatchItem;

type Sent = { items: BatchItem[] };

/** A client whose batches are answered in turn; the last answer is repeated. A null loses the answer. */
function connect(...answers: ((sent: Sent) => object | null)[]) {
  const sent: Sent[] = [];
  const fetch: Fetch = (_, { body }) => {
    const batch = JSON.parse(String(body)) as Sent;
    const answer = answers[Math.min(sent.length, answers.length - 1)]?.(batch);
    sent.push(batch);
    if (!answer) return Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }));
    const isWhole = !JSON.stringify(answer).includes('failed":1');
    const envelope = { code: isWhole ? 0 : 20701, message: '', data: answer };
    return Promise.resolve(new Response(JSON.stringify(envelope), { status: isWhole ? 201 : 207 }));
  };
  return { client: createClient('https://api.example', { fetch }), sent };
}

const lost = () => null;
const created = ({ items }: Sent) => ({
  items: items.map((_, index) => ({ index, status: 'created', intent: { id: `int_${index}` } })),
  created: items.length,
  replayed: 0,
  failed: 0,
});
const unavailable = () => ({
  items: [
    { index: 0, status: 'failed', error: { code: 50301, name: 'UNAVAILABLE', message: '', data: null } },
  ],
  created: 0,
  replayed: 0,
  failed: 1,
});
const keysOf = ({ items }: Sent) => items.map(({ idempotencyKey }) => idempotencyKey);

// The types allow it, and a program that maps its rows writes it: `idempotencyKey: row.reference`.
it.fails('a purchase whose key is undefined is repeated under one key after a lost answer', async () => {
  const { client, sent } = connect(lost, created);
  await createMany(client, [{ ...ORDER, idempotencyKey: undefined }]);
  const [first, second] = sent.map(keysOf);
  expect(first).toEqual([expect.any(String)]);
  expect(second).toEqual(first);
});

// The service cannot tell whether such an intent stands.
it.fails('an item that failed for a reason of the service is repeated under its key', async () => {
  const { client, sent } = connect(unavailable, created);
  expect(await createMany(client, [ORDER])).toMatchObject({ failed: 0 });
  expect(keysOf(sent[1] as Sent)).toEqual(keysOf(sent[0] as Sent));
});

it.fails('a purchase has the same bytes however its labels were put together', async () => {
  const { client, sent } = connect(created);
  for (const labels of [
    { team: 'a', po: '1' },
    { po: '1', team: 'a' },
  ])
    await createMany(client, [{ ...ORDER, idempotencyKey: 'k', labels }]);
  expect(JSON.stringify(sent[1])).toBe(JSON.stringify(sent[0]));
});
