import { type Caller, row, type Row } from './transcript.ts';

const WEBHOOKS = '/api/v1/webhooks';
const MISSING = `${WEBHOOKS}/whk_${'0'.repeat(32)}`;

/** The calls of an App on its endpoints. */
function owning({ call, callers, advance, rowNumber }: Caller) {
  const signer = callers.follower;
  let made = 0;
  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    advance(100);
    return call(method, path, { signer, ...(body !== undefined && { body }), ...(headers && { headers }) });
  };
  return {
    send,
    async make(fields: object = {}) {
      made += 1;
      const url = `https://erp.example.com/${rowNumber}/${made}`;
      const answer = await send('POST', WEBHOOKS, { url, ...fields });
      return { url, path: `${WEBHOOKS}/${answer.body.data?.id}` };
    },
  };
}

export const WEBHOOK_ROWS: Row[] = [
  row(
    'an endpoint from its registration to its end',
    ['201', '200', '200', '200', '409 40902', '200', '404 40402'],
    async (caller) => {
      const { make, send } = owning(caller);
      const { path } = await make({ description: 'ERP', eventTypes: ['intent.failed', 'intent.completed'] });
      await send('GET', path);
      await send('PUT', path, { maxPerSecond: 3, payload: 'full' }, { 'If-Match': '"1"' });
      await send('PUT', path, { status: 'DISABLED' });
      await send('PUT', path, { status: 'ENABLED' }, { 'If-Match': '"1"' });
      await send('DELETE', path);
      await send('GET', path);
    },
  ),
  row('an endpoint with a public key', ['201', '200', '200', '200'], async (caller) => {
    const { make, send } = owning(caller);
    const { path } = await make({ signature: 'v1a' });
    await send('POST', `${path}/rotate-secret`, {});
    await send('GET', path);
    await send('DELETE', path);
  }),
  row('rotations', ['201', '200', '200', '200', '400 40001', '200'], async (caller) => {
    const { make, send } = owning(caller);
    const { path } = await make();
    await send('POST', `${path}/rotate-secret`, { graceSeconds: 600 });
    await send('POST', `${path}/rotate-secret`, {});
    await send('GET', path);
    await send('POST', `${path}/rotate-secret`, { graceSeconds: 604_801 });
    await send('DELETE', path);
  }),
  row(
    'addresses that are refused',
    ['400 40001', '400 40001', '400 40001', '201', '409 40901', '400 40001', '200'],
    async (caller) => {
      const { make, send } = owning(caller);
      await send('POST', WEBHOOKS, { url: 'http://erp.example.com/' });
      await send('POST', WEBHOOKS, { url: 'https://10.0.0.1/', maxPerSecond: 99, eventTypes: [] });
      await send('POST', WEBHOOKS, {});
      const { url, path } = await make();
      await send('POST', WEBHOOKS, { url });
      await send('PUT', path, { url: 'https://erp.example.com:22/' });
      await send('DELETE', path);
    },
  ),
  row(
    'what another App may not touch, and what does not exist',
    ['201', '403 40301', '403 40301', '404 40402', '404 40403', '404 40403', '404 40403', '403 40302', '200'],
    async (caller) => {
      const { make, send } = owning(caller);
      const { path } = await make();
      const { call, callers } = caller;
      await call('GET', path, { signer: callers.other });
      await call('POST', `${path}/test`, { signer: callers.other, body: {} });
      await send('GET', MISSING);
      await send('GET', `${path}/deliveries/dlv_1`);
      await send('POST', `${path}/deliveries/dlv_1/retry`);
      await send('GET', `${path}/replays/rpl_1`);
      await call('POST', WEBHOOKS, { signer: callers.reader, body: { url: 'https://erp.example.com/' } });
      await send('DELETE', path);
    },
  ),
  row('a disabled endpoint', ['201', '409 40902', '200', '200', '200'], async (caller) => {
    const { make, send } = owning(caller);
    const { path } = await make({ status: 'DISABLED' });
    await send('POST', `${path}/replays`, { since: '2026-11-21' });
    await send('GET', `${path}/deliveries`);
    await send('PUT', path, { status: 'ENABLED' });
    await send('DELETE', path);
  }),
  row(
    'versions that only changes look at, and a state that is shown before it is swept',
    ['201', '200', '200', '200', '409 40902', '409 40902', '200'],
    async (caller) => {
      const { make, send } = owning(caller);
      const { path } = await make({ status: 'DISABLED' });
      const stale = { 'If-Match': '"7"' };
      await send('GET', path, undefined, stale);
      await send('GET', `${path}/deliveries?state=ENDED`, undefined, stale);
      await send('PUT', path, { url: 'https://erp.example.com/moved', status: 'ENABLED' });
      await send('PUT', path, { maxPerSecond: 2 }, stale);
      await send('DELETE', path, undefined, stale);
      await send('DELETE', path);
    },
  ),
  row('an empty log', ['201', '200', '400 40001', '400 40001', '410 41001', '200'], async (caller) => {
    const { make, send } = owning(caller);
    const { path } = await make();
    await send('GET', `${path}/deliveries?state=FAILED&type=intent.failed&limit=500`);
    await send('GET', `${path}/deliveries?cursor=1&limit=0&state=OPEN&since=x`);
    await send('POST', `${path}/replays`, { since: 'x', types: [], scope: 'some' });
    await send('POST', `${path}/replays`, { since: '2020-01-01' });
    await send('DELETE', path);
  }),
];
