import { type Caller, INTENTS, row, type Row } from './transcript.ts';
import { GRACE_MS } from './world.ts';

const EVENTS = '/api/v1/events';

/** The calls of an App that no other row uses: its feed has the events of these rows alone. */
function following({ call, callers, body, settle }: Caller) {
  const signer = callers.follower;
  const send = (method: string, path: string, sent?: unknown) =>
    call(method, path, { signer, ...(sent !== undefined && { body: sent }) });
  return {
    send,
    async make(changes = {}, item?: string) {
      const answer = await send('POST', INTENTS, body(changes, item));
      return { id: String(answer.body.data.id), path: `${INTENTS}/${answer.body.data.id}` };
    },
    async read(id: string, query = '') {
      await settle(id, 'published');
      return send('GET', `${EVENTS}${query}`);
    },
  };
}

export const EVENT_ROWS: Row[] = [
  row('a draft on its way to its end', ['201', '200', '200', '200', '200', '200'], async (caller) => {
    const { make, send, read } = following(caller);
    const { id, path } = await make({ draft: true });
    await send('PUT', path, { quantity: 3 });
    await send('POST', `${path}/submit`);
    await send('POST', `${path}/cancel`);
    await send('DELETE', path);
    await read(id);
  }),
  row('places in the feed', ['201', '200', '200', '200', '400 40001', '400 40001'], async (caller) => {
    const { make, read } = following(caller);
    const { id } = await make({ draft: true });
    await read(id, '?limit=2');
    await read(id, '?cursor=2&limit=2');
    await read(id, '?cursor=latest');
    await read(id, '?cursor=999999');
    await read(id, '?cursor=x&limit=0&types=none&intentId=1&wait=26&page=1');
  }),
  row('a call that waits', ['200', '201', '200'], async (caller) => {
    const { make, read } = following(caller);
    const { body } = await read('', '?cursor=latest&wait=1');
    const { id } = await make({ draft: true });
    await read(id, `?cursor=${body.data.nextCursor}&wait=5`);
  }),
  row('the feed of Apps without it', ['200', '403 40302'], async ({ call, callers }) => {
    await call('GET', `${EVENTS}?cursor=latest`, { signer: callers.reader });
    await call('GET', EVENTS, { signer: callers.writer });
  }),
  row('a refused cancellation', ['201', '500 50003', '200'], async (caller) => {
    const { make, send, read } = following(caller);
    const { id, path } = await make({}, 'shipped');
    caller.advance(GRACE_MS);
    await caller.settle(id, 'ordered');
    await send('POST', `${path}/cancel`);
    await read(id, `?intentId=${id}`);
  }),
  row('a purchase', ['201', '200', '200'], async (caller) => {
    const { make, read } = following(caller);
    const { id } = await make();
    caller.advance(GRACE_MS);
    await caller.settle(id, 'COMPLETED');
    await read(id, `?intentId=${id}`);
    await read(id, '?types=intent.completed,intent.failed&limit=1');
  }),
];
