import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { get, request as startRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { startSandbox } from '../../test/start-sandbox.ts';
import { HOOK_NAMES, HOOKS } from './behaviours.ts';
import type { ShownInbox } from './inbox-store.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = '{"id":"evt_1","type":"intent.completed","sequence":42,"data":{"title":"鼠标"}}';

async function useInbox(options = {}) {
  const { origin, sandbox, clock } = await startSandbox(options);
  const url = (path: string) => `${origin}/hooks/orders${path}`;
  const sign = (id: string, body: string, secret = SECRET) => {
    const timestamp = String(clock.ms / 1_000);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
      'content-type': 'application/json',
    };
  };
  return {
    origin,
    sandbox,
    clock,
    url,
    sign,
    post: (path = '', headers: Record<string, string> = sign('evt_1', BODY), body = BODY) =>
      fetch(url(path), { method: 'POST', headers, body, redirect: 'manual' }),
    setSecrets: (secrets: unknown) =>
      fetch(url('/secrets'), {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secrets }),
      }),
    read: async () => {
      const response = await fetch(url(''), { headers: { accept: 'application/json' } });
      return (await response.json()) as ShownInbox;
    },
    page: async () => {
      const response = await fetch(url(''), { headers: { accept: 'text/html,*/*' } });
      return { headers: response.headers, html: await response.text() };
    },
  };
}

test('the table has every specified receiver', () => {
  expect(HOOK_NAMES.toSorted()).toEqual(
    ['ok', 'slow', '500', '429', '410', 'redirect', 'hang', 'drip', 'huge', 'flaky'].toSorted(),
  );
});

test('takes a delivery, and shows headers, body and whether its signature is right', async () => {
  const { post, read, setSecrets, sign } = await useInbox();
  expect((await post()).status).toBe(204);
  expect((await read()).deliveries[0]?.signature).toBe('unknown');
  // What has arrived already is judged, too.
  expect((await setSecrets([SECRET])).status).toBe(204);
  const { inbox, secrets, deliveries } = await read();
  expect({ inbox, secrets }).toEqual({ inbox: 'orders', secrets: 1 });
  expect(deliveries).toEqual([
    {
      receivedAt: '2026-11-21T00:00:00.000Z',
      hook: 'ok',
      status: 204,
      signature: 'right',
      isDuplicate: false,
      headers: expect.objectContaining(sign('evt_1', BODY)) as object,
      body: BODY,
    },
  ]);
});

test('says why a signature is wrong, by the time at which it arrived', async () => {
  const { post, read, setSecrets, sign, clock } = await useInbox();
  await setSecrets([SECRET]);
  const signed = sign('evt_1', BODY);
  await post('', signed, `${BODY} `);
  await post('', { ...signed, 'webhook-timestamp': 'now' });
  await post('', {});
  clock.ms += 301_000;
  await post('', signed);
  const { deliveries } = await read();
  expect(deliveries.map(({ signature, reason }) => [signature, reason])).toEqual([
    ['wrong', 'TOO_OLD'],
    ['wrong', 'HEADER_MISSING'],
    ['wrong', 'TIMESTAMP_MALFORMED'],
    ['wrong', 'NO_MATCH'],
  ]);
});

test('knows a duplicate by its id, in each inbox by itself', async () => {
  const { post, read, sign, origin } = await useInbox();
  await post();
  await post('/500');
  await post('', sign('evt_2', BODY));
  await post('', {});
  await post('', {});
  const { deliveries } = await read();
  expect(deliveries.map(({ isDuplicate }) => isDuplicate)).toEqual([false, false, false, true, false]);
  await fetch(`${origin}/hooks/other`, { method: 'POST', headers: sign('evt_1', BODY), body: BODY });
  const other = await fetch(`${origin}/hooks/other`, { headers: { accept: 'application/json' } });
  expect(((await other.json()) as ShownInbox).deliveries[0]?.isDuplicate).toBe(false);
});

test('shows the last 200 deliveries, the newest first', async () => {
  const { post, read, sign } = await useInbox();
  for (let count = 1; count <= 203; count += 1) await post('', sign(`evt_${count}`, BODY));
  const { deliveries } = await read();
  expect(deliveries).toHaveLength(200);
  expect(deliveries[0]?.headers['webhook-id']).toBe('evt_203');
  expect(deliveries.at(-1)?.headers['webhook-id']).toBe('evt_4');
});

test.each(['500', '429', '410', 'redirect', 'ok'] as const)('%s answers as its name says', async (hook) => {
  const { post, read } = await useInbox();
  const response = await post(`/${hook}`);
  expect(response.status).toBe(HOOKS[hook].status);
  expect(response.headers.get('retry-after')).toBe(hook === '429' ? '30' : null);
  expect(response.headers.get('location')).toBe(hook === 'redirect' ? '/hooks/orders/ok' : null);
  expect((await read()).deliveries).toMatchObject([{ hook, status: HOOKS[hook].status, body: BODY }]);
});

test('flaky refuses the first two deliveries of each id', async () => {
  const { post, read, sign } = await useInbox();
  const statuses: number[] = [];
  for (const id of ['evt_1', 'evt_1', 'evt_2', 'evt_1'])
    statuses.push((await post('/flaky', sign(id, BODY))).status);
  expect(statuses).toEqual([503, 503, 503, 204]);
  expect((await read()).deliveries.map(({ status }) => status)).toEqual(statuses.toReversed());
});

test('slow answers in the end', async () => {
  const { post, read } = await useInbox({ speed: 1_000 });
  expect((await post('/slow')).status).toBe(204);
  expect((await read()).deliveries).toMatchObject([{ hook: 'slow', status: 204 }]);
});

test('hang never answers, and drip and huge never end', async () => {
  const { url, sign, read, sandbox } = await useInbox({ speed: 500 });
  const open = (hook: string) => {
    const sent = startRequest(url(`/${hook}`), {
      method: 'POST',
      headers: sign('evt_1', BODY),
      agent: false,
    });
    sent.on('error', () => {}).end(BODY);
    return sent;
  };
  let isAnswered = false;
  const hanging = open('hang').on('response', () => (isAnswered = true));
  const bytes = { drip: 100, huge: 1_000_000 };
  for (const hook of ['drip', 'huge'] as const) {
    const sent = open(hook);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.on('error', () => {});
    expect(response.statusCode).toBe(200);
    let received = 0;
    for await (const chunk of response) {
      received += (chunk as Buffer).length;
      if (received > bytes[hook]) break;
    }
    expect(received).toBeGreaterThan(bytes[hook]);
    sent.destroy();
  }
  expect(isAnswered).toBe(false);
  const { deliveries } = await read();
  expect(deliveries.map(({ hook, status }) => [hook, status])).toEqual([
    ['huge', null],
    ['drip', null],
    ['hang', null],
  ]);
  const closed = new Promise((done) => hanging.on('close', done));
  sandbox.close();
  await closed;
});

test('shows a page on which nothing of a delivery runs', async () => {
  const { post, page, setSecrets, sign } = await useInbox();
  await setSecrets([SECRET]);
  const evil = '{"type":"<script>alert(1)</script>"}';
  await post('', { ...sign('evt_"<b>', evil), 'x-note': '<img src=x onerror=alert(1)>' }, evil);
  await post('/410');
  const { headers, html } = await page();
  expect(headers.get('content-type')).toMatch('text/html');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(html).not.toContain(SECRET);
  expect(html).toContain('signature right');
  expect(html).toContain('42 intent.completed');
  expect(html).toContain('answered 410');
  for (const name of HOOK_NAMES) expect(html).toContain(`<code>/${name}</code>`);
});

test('takes secrets from the form of the page, and refuses what is none', async () => {
  const { url, read, setSecrets } = await useInbox();
  const send = (secrets: string) =>
    fetch(url('/secrets'), {
      method: 'POST',
      body: new URLSearchParams({ secrets }),
      redirect: 'manual',
    });
  const set = await send(` ${SECRET}\n${SECRET} `);
  expect([set.status, set.headers.get('location')]).toEqual([303, '/hooks/orders']);
  expect((await read()).secrets).toBe(2);
  for (const wrong of [[`${SECRET} `], ['whsec_AAAA'], [7], SECRET.slice(6), {}, null])
    expect((await setSecrets(wrong)).status).toBe(400);
  expect((await send(Array.from({ length: 11 }, () => SECRET).join(' '))).status).toBe(400);
  expect((await read()).secrets).toBe(2);
  expect((await setSecrets([])).status).toBe(204);
  expect((await read()).secrets).toBe(0);
});

test('keeps the 50 inboxes that were used last', async () => {
  const { post, origin, read } = await useInbox();
  const use = (name: string) => fetch(`${origin}/hooks/${name}`, { method: 'POST', body: BODY });
  await use('first');
  await post();
  for (let count = 0; count < 48; count += 1) await use(`inbox_${count}`);
  await post();
  await use('last');
  expect((await read()).deliveries).toHaveLength(2);
  const first = await fetch(`${origin}/hooks/first`, { headers: { accept: 'application/json' } });
  expect(((await first.json()) as ShownInbox).deliveries).toEqual([]);
});

test('is emptied by itself and with the sandbox', async () => {
  const { post, read, setSecrets, url, origin } = await useInbox();
  await setSecrets([SECRET]);
  await post();
  expect((await fetch(url(''), { method: 'DELETE' })).status).toBe(204);
  expect(await read()).toEqual({ inbox: 'orders', secrets: 0, deliveries: [] });
  await post('/flaky');
  await fetch(`${origin}/reset`, { method: 'POST' });
  expect((await read()).deliveries).toEqual([]);
  await post('/flaky');
  expect((await read()).deliveries).toMatchObject([{ isDuplicate: false, status: 503 }]);
});

test('refuses other names and methods, and bodies that no webhook has', async () => {
  const { post, url, origin, read } = await useInbox();
  const status = async (path: string, method = 'GET') => (await fetch(origin + path, { method })).status;
  expect(await status('/hooks/a.b')).toBe(404);
  expect(await status(`/hooks/${'x'.repeat(65)}`)).toBe(404);
  expect(await status('/hooks/orders/nothing', 'POST')).toBe(404);
  expect(await status('/hooks/orders/ok')).toBe(405);
  expect((await post('', {}, 'x'.repeat(65 * 1_024))).status).toBe(413);
  expect((await post('', { 'content-encoding': 'gzip' })).status).toBe(415);
  expect((await read()).deliveries).toEqual([]);
  const closing = get(url('/hang'));
  const [response] = (await once(closing, 'response')) as [IncomingMessage];
  expect(response.headers.allow).toBe('POST');
  response.resume();
});
