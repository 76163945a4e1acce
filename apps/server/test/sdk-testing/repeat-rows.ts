import { signedHeaders } from '../support/sign.ts';
import { type Caller, INTENTS, row, type Row } from './transcript.ts';

const signCreate = (caller: Caller, body: string) =>
  signedHeaders(caller.callers.main, {
    method: 'POST',
    path: INTENTS,
    timestamp: String(caller.nowMs()),
    body,
  });

/** Sends the same create again and again, each time with the headers of its turn and its first signature. */
async function resend(caller: Caller, turns: Record<string, string>[], pauseMs = 0) {
  const body = JSON.stringify(caller.body());
  const signed = signCreate(caller, body);
  const answers = [];
  for (const headers of turns) {
    answers.push(await caller.call('POST', INTENTS, { rawBody: body, headers: { ...signed, ...headers } }));
    caller.advance(pauseMs);
  }
  return answers;
}

const keyed = (key: string) => ({ 'Idempotency-Key': key });

const BATCH = `${INTENTS}/batch`;
const twoItems = (caller: Caller) => [
  { ...caller.body(), idempotencyKey: 'item-1' },
  { idempotencyKey: 'item-2', ...caller.body() },
];

export const REPEAT_ROWS: Row[] = [
  row('a key and its body buy once, also later', ['201', '201', '200'], async (caller) => {
    const body = caller.body();
    const headers = keyed('order-1');
    const first = await caller.call('POST', INTENTS, { body, headers });
    caller.advance(3000);
    await caller.call('POST', INTENTS, { body, headers });
    await caller.get(`${INTENTS}/${first.body.data.id}`);
  }),
  row('a repetition tells of the intent as it was made', ['201', '200', '201'], async (caller) => {
    const body = caller.body();
    const headers = keyed('order-2');
    const first = await caller.call('POST', INTENTS, { body, headers });
    await caller.put(`${INTENTS}/${first.body.data.id}`, { quantity: 9 });
    caller.advance(1);
    await caller.call('POST', INTENTS, { body, headers });
  }),
  row('a key with another body', ['201', '409 40901'], async (caller) => {
    await caller.call('POST', INTENTS, { body: caller.body(), headers: keyed('order-3') });
    await caller.call('POST', INTENTS, { body: caller.body(), headers: keyed('order-3') });
  }),
  row('a key of another App is another key', ['201', '201'], async (caller) => {
    const body = caller.body();
    const headers = keyed('order-4');
    await caller.call('POST', INTENTS, { body, headers });
    await caller.call('POST', INTENTS, { body, headers, signer: caller.callers.other });
  }),
  row('keys that are none', ['400 40001', '400 40001', '201'], async (caller) => {
    for (const key of ['a b', 'k'.repeat(256), 'k'.repeat(255)]) {
      await caller.call('POST', INTENTS, { body: caller.body(), headers: keyed(key) });
    }
  }),
  row('the same bytes without a key buy once', ['201', '201'], (caller) => resend(caller, [{}, {}])),
  row('the same bytes in capitals buy once', ['201', '201'], async (caller) => {
    const body = JSON.stringify(caller.body());
    const signed = signCreate(caller, body);
    const loud = { ...signed, 'X-Signature': signed['X-Signature'].toUpperCase() };
    for (const headers of [signed, loud]) await caller.call('POST', INTENTS, { rawBody: body, headers });
  }),
  row('equal purchases signed at once under keys of their own', ['201', '409 40901'], (caller) =>
    resend(caller, [keyed('order-5'), keyed('order-6')]),
  ),
  row('recorded bytes under a key of their own, later', ['201', '409 40901'], (caller) =>
    resend(caller, [keyed('order-7'), keyed('order-8')], 5001),
  ),
  row('recorded bytes without their key', ['201', '409 40901', '201'], (caller) =>
    resend(caller, [keyed('order-9'), {}, keyed('order-9')]),
  ),
  row('recorded bytes with a key that they had not', ['201', '409 40901', '201'], (caller) =>
    resend(caller, [{}, keyed('order-12'), {}]),
  ),
  row(
    'a repetition that is signed anew stands for its intent too',
    ['201', '201', '409 40901'],
    async (caller) => {
      const body = JSON.stringify(caller.body());
      const send = (signed: Record<string, string>, key: string) =>
        caller.call('POST', INTENTS, { rawBody: body, headers: { ...signed, ...keyed(key) } });
      await send(signCreate(caller, body), 'order-13');
      caller.advance(1);
      const again = signCreate(caller, body);
      await send(again, 'order-13');
      await send(again, 'order-14');
    },
  ),
  row(
    'recorded bytes whose key has been used again',
    ['201', '200', '201', '201', '409 40901'],
    async (caller) => {
      const body = JSON.stringify(caller.body({ draft: true }));
      const signed = signCreate(caller, body);
      const send = (headers: Record<string, string>, key: string) =>
        caller.call('POST', INTENTS, { rawBody: body, headers: { ...headers, ...keyed(key) } });
      const first = await send(signed, 'order-15');
      await caller.remove(`${INTENTS}/${first.body.data.id}`);
      caller.advance(1);
      await send(signCreate(caller, body), 'order-15');
      await send(signed, 'order-15');
      await send(signed, 'order-16');
    },
  ),
  row('the same bytes after the intent has gone', ['201', '200', '201', '404 40401'], async (caller) => {
    const body = JSON.stringify(caller.body({ draft: true }));
    const signed = signCreate(caller, body);
    const send = () => caller.call('POST', INTENTS, { rawBody: body, headers: signed });
    const path = `${INTENTS}/${(await send()).body.data.id}`;
    await caller.remove(path);
    caller.advance(1000);
    await send();
    await caller.get(path);
  }),
  row('a key is free again when its intent has gone', ['201', '200', '201'], async (caller) => {
    const body = caller.body({ draft: true });
    const headers = keyed('order-10');
    const first = await caller.call('POST', INTENTS, { body, headers });
    await caller.remove(`${INTENTS}/${first.body.data.id}`);
    caller.advance(1);
    await caller.call('POST', INTENTS, { body, headers });
  }),
  row(
    'a draft that was submitted at once is repeated as SUBMITTED',
    ['201', '200', '201'],
    async (caller) => {
      const body = caller.body({ draft: true });
      const headers = keyed('order-11');
      const first = await caller.call('POST', INTENTS, { body, headers });
      await caller.post(`${INTENTS}/${first.body.data.id}/submit`);
      caller.advance(1);
      await caller.call('POST', INTENTS, { body, headers });
    },
  ),
  row('a batch, again signed anew, with one more', ['201', '201', '201'], async (caller) => {
    const items = twoItems(caller);
    await caller.call('POST', BATCH, { body: { items } });
    await caller.call('POST', BATCH, { body: { items } });
    await caller.call('POST', BATCH, { body: { items: [...items, caller.body()] } });
  }),
  row('a batch of which a part fails', ['207 20701'], async (caller) => {
    const [first, second] = twoItems(caller);
    const items = [first, { ...first, quantity: 0 }, { ...first, title: 'another' }, 'none', second];
    await caller.call('POST', BATCH, { body: { items } });
  }),
  row('a batch shares its keys with creates', ['201', '201', '409 40901'], async (caller) => {
    const body = caller.body();
    await caller.call('POST', INTENTS, { body, headers: keyed('shared') });
    await caller.call('POST', BATCH, {
      body: {
        items: [
          { ...body, idempotencyKey: 'shared' },
          { ...body, idempotencyKey: 'new' },
        ],
      },
    });
    await caller.call('POST', INTENTS, { body: { ...body, quantity: 9 }, headers: keyed('new') });
  }),
  row(
    'batches that are refused whole',
    ['400 40001', '400 40001', '400 40001', '400 40003'],
    async (caller) => {
      await caller.call('POST', BATCH, { body: { items: [] } });
      await caller.call('POST', BATCH, { body: { items: [caller.body()], more: 1 } });
      await caller.call('POST', BATCH, { body: { items: [caller.body()] }, headers: keyed('header') });
      await caller.call('POST', BATCH, { rawBody: '{"items":' });
    },
  ),
  row('a batch weighs by its items', ['201', '429 42901', '201'], async (caller) => {
    const batch = (count: number) => ({
      body: { items: Array.from({ length: count }, () => caller.body()) },
    });
    await caller.call('POST', BATCH, batch(51));
    await caller.call('POST', BATCH, batch(41));
    await caller.call('POST', BATCH, batch(21));
  }),
  row('the path of a batch is no id', ['405 40500', '405 40500'], async (caller) => {
    await caller.get(BATCH);
    await caller.call('DELETE', BATCH, {});
  }),
];
