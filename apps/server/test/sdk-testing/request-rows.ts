import { signedHeaders } from '../support/sign.ts';
import { type Caller, INTENTS, row, type Row } from './transcript.ts';

const INVALID: [name: string, changes: Record<string, unknown>][] = [
  ['an empty userId', { userId: '  ' }],
  ['a userId that is too long', { userId: 'u'.repeat(65) }],
  ['a control character', { userId: 'a\u0007b' }],
  ['half a surrogate pair', { title: 'a\uD800' }],
  ['an unknown platform', { platform: 'PLATFORM_D' }],
  ['an address that is none', { productUrl: 'no address' }],
  ['an address that is too long', { productUrl: `https://shop.example/${'a'.repeat(2048)}` }],
  ['a title that is too long', { title: '无'.repeat(201) }],
  ['a price of 0', { price: 0 }],
  ['a price with three decimals', { price: 0.125 }],
  ['a price that is too high', { price: 100_000_000 }],
  ['a price in words', { price: '199' }],
  ['a quantity of 0', { quantity: 0 }],
  ['half a piece', { quantity: 1.5 }],
  ['a million pieces', { quantity: 1_000_000 }],
  ['a recipient of one character', { recipientName: '张' }],
  ['an address of four characters', { address: '北京市 ' }],
  ['a landline', { phone: '01012345678' }],
  ['long remarks', { remarks: '急'.repeat(501) }],
  ['a total that is too high', { price: 99_999_999.99, quantity: 999_999 }],
  ['a draft in words', { draft: 'yes' }],
  ['unknown fields', { colour: 'red', size: 3 }],
  ['null in place of text', { recipientName: null, address: null }],
  ['lists in place of values', { platform: ['PLATFORM_A'], quantity: [1] }],
];

const FIELDS = INVALID.map(([name, changes]) =>
  row(`create with ${name}`, ['400 40001'], (caller) => caller.create(changes)),
);

const sendRaw = (caller: Caller, rawBody: string, headers: Record<string, string> = {}) =>
  caller.call('POST', INTENTS, { rawBody, headers });

const BODIES = [
  row('create with nothing in it', ['400 40001', '400 40001'], async (caller) => {
    await sendRaw(caller, '{}');
    await caller.call('POST', INTENTS, { body: {}, headers: { 'Accept-Language': 'en-GB, zh;q=0.5' } });
  }),
  row('create with the greatest texts and amounts', ['201', '200'], async (caller) => {
    const { path } = await caller.made({ title: '𠮷'.repeat(200), price: 99_999_999.99, remarks: ' 急 ' });
    await caller.get(path);
  }),
  row('bodies that are no JSON object', Array(4).fill('400 40003') as string[], async (caller) => {
    await sendRaw(caller, 'not json');
    await sendRaw(caller, '[1]');
    await sendRaw(caller, '{"userId": ');
    await sendRaw(caller, ' {}');
  }),
  row('bodies of another type', Array(3).fill('415 41501') as string[], async (caller) => {
    const body = JSON.stringify(caller.body());
    await sendRaw(caller, body, { 'Content-Type': 'text/plain' });
    await sendRaw(caller, body, { 'Content-Type': 'application/json; charset=gbk' });
    await sendRaw(caller, body, { 'Content-Encoding': 'gzip' });
  }),
  row('a body with its charset', ['201'], (caller) =>
    sendRaw(caller, JSON.stringify(caller.body()), { 'Content-Type': 'application/json; charset="UTF-8"' }),
  ),
  row('bodies where none belongs', ['201', '400 40003', '400 40003', '400 40003'], async (caller) => {
    const unsigned = { 'X-Signature': '0'.repeat(64) };
    const { path } = await caller.made({ draft: true });
    await caller.call('POST', `${path}/submit`, { body: {} });
    await caller.call('DELETE', path, { body: {} });
    await caller.call('DELETE', path, { body: {}, headers: unsigned });
  }),
  row('a body over 1 MB', ['413 41301'], (caller) => caller.create({ remarks: 'x'.repeat(1024 * 1024) })),
  row('unknown parameters', Array(3).fill('400 40001') as string[], async (caller) => {
    await caller.get('/api/v1/health?x=1');
    await caller.call('POST', `${INTENTS}?dry=1`, { body: caller.body() });
    await caller.get(`${INTENTS}/int_019aa4c1b7e27c3d9f00a1b2c3d4e5f6?expand=all`);
  }),
];

const ROUTES = [
  row('the health check needs no signature', ['200'], (caller) =>
    caller.call('GET', '/api/v1/health', {
      headers: { 'X-App-Id': '', 'X-Timestamp': '', 'X-Signature': '' },
    }),
  ),
  row('paths that lead nowhere', Array(4).fill('404 40400') as string[], async (caller) => {
    await caller.get('/api/v1/purchases');
    await caller.get(`${INTENTS}/`);
    await caller.get('/api/v1/Intents');
    await caller.post(`${INTENTS}/int_1/refund`);
  }),
  row('methods that a path does not have', Array(4).fill('405 40500') as string[], async (caller) => {
    await caller.call('PATCH', INTENTS);
    await caller.call('POST', `${INTENTS}/int_1`);
    await caller.call('GET', `${INTENTS}/int_1/cancel`);
    await caller.call('DELETE', '/api/v1/health');
  }),
  row('an address over 8192 characters', ['414 41401'], (caller) =>
    caller.get(`${INTENTS}?userId=${'u'.repeat(8192)}`),
  ),
  row('English for who prefers it', ['404 40401', '201', '200', '200', '200'], async (caller) => {
    const inLanguage = (path: string, language: string) =>
      caller.call('GET', path, { headers: { 'Accept-Language': language } });
    await inLanguage(`${INTENTS}/int_1`, 'en-US,en;q=0.9');
    const { path } = await caller.made();
    await inLanguage(path, 'fr, en;q=0.8, *;q=0.1');
    await inLanguage(path, 'zh-CN, en;q=0.9');
    await inLanguage(path, 'en, zh');
  }),
];

const signWith = (name: string, expected: string, headers: (caller: Caller) => Record<string, string>): Row =>
  row(name, [expected], (caller) => caller.call('GET', INTENTS, { headers: headers(caller) }));

const at = (caller: Caller, timestamp: string) =>
  signedHeaders(caller.callers.main, { method: 'GET', path: INTENTS, timestamp });
const SIGNATURES = [
  signWith('an App that nobody knows', '401 40103', () => ({ 'X-App-Id': 'app_nobody' })),
  signWith('no App', '401 40103', () => ({ 'X-App-Id': '' })),
  signWith('an old timestamp', '401 40102', (caller) => at(caller, String(caller.nowMs() - 300_001))),
  signWith('the oldest timestamp', '200', (caller) => at(caller, String(caller.nowMs() - 300_000))),
  signWith('a timestamp from the future', '401 40102', (caller) =>
    at(caller, String(caller.nowMs() + 300_001)),
  ),
  signWith('a timestamp in seconds', '401 40102', (caller) =>
    at(caller, String(caller.nowMs()).slice(0, 10)),
  ),
  signWith('a timestamp with a fraction', '401 40102', (caller) => at(caller, `${caller.nowMs()}.0`)),
  signWith('a signature that is none', '401 40101', () => ({ 'X-Signature': 'deadbeef' })),
  signWith('no signature', '401 40101', () => ({ 'X-Signature': '' })),
  signWith('a signature of another path', '401 40101', ({ callers, nowMs }) =>
    signedHeaders(callers.main, { method: 'GET', path: `${INTENTS}?page=2`, timestamp: String(nowMs()) }),
  ),
  signWith("another App's secret", '401 40101', ({ callers, nowMs }) =>
    signedHeaders(
      { appId: callers.main.appId, appSecret: callers.other.appSecret },
      { method: 'GET', path: INTENTS, timestamp: String(nowMs()) },
    ),
  ),
  row('a signature in capitals', ['200'], (caller) => {
    const { 'X-Signature': signature, ...rest } = at(caller, String(caller.nowMs()));
    return caller.call('GET', INTENTS, { headers: { ...rest, 'X-Signature': signature.toUpperCase() } });
  }),
  row('permissions', ['403 40302', '200', '403 40302', '201'], async (caller) => {
    const { reader, writer } = caller.callers;
    await caller.call('POST', INTENTS, { body: caller.body(), signer: reader });
    await caller.get(INTENTS, reader);
    await caller.get(INTENTS, writer);
    await caller.call('POST', INTENTS, { body: caller.body(), signer: writer });
  }),
  row(
    'an App that drafts alone',
    [
      '201',
      '200',
      '403 40302',
      '403 40302',
      '200',
      '404 40401',
      '403 40302',
      '400 40001',
      '403 40302',
      '201',
      '403 40301',
      '403 40302',
    ],
    async (caller) => {
      const signer = caller.callers.drafter;
      const send = (method: string, path: string, body?: unknown) =>
        caller.call(method, path, { signer, ...(body !== undefined && { body }) });
      const { data } = (await send('POST', INTENTS, caller.body({ draft: true }))).body;
      const path = `${INTENTS}/${data.id}`;
      await send('PUT', path, { remarks: 'x' });
      await send('POST', `${path}/submit`);
      await send('POST', `${path}/cancel`);
      await send('DELETE', path);
      await send('PUT', path, { remarks: 'x' });
      await send('POST', INTENTS, caller.body());
      await send('POST', INTENTS, { draft: false });
      await send('POST', INTENTS, caller.body({ draft: false }, 'missing'));
      const other = (await caller.create()).body.data.id;
      await send('DELETE', `${INTENTS}/${other}`);
      await send('POST', `${INTENTS}/${other}/cancel`);
    },
  ),
];

const LIMITS = [
  row(
    'ten creates a second, and ten more in the next',
    [...(Array(10).fill('400 40001') as string[]), '429 42901', '429 42901', '201'],
    async (caller) => {
      for (let count = 0; count < 12; count += 1) await caller.call('POST', INTENTS, { body: { count } });
      caller.advance(1000);
      await caller.create();
    },
  ),
  row(
    'twenty changes a second, beside the reads',
    [...(Array(20).fill('404 40401') as string[]), '429 42901', '404 40401'],
    async (caller) => {
      for (let count = 0; count < 21; count += 1) await caller.remove(`${INTENTS}/int_${count}`);
      await caller.get(`${INTENTS}/int_1`);
    },
  ),
  row(
    'a hundred requests a second in all, and other Apps as before',
    [
      ...(Array(5).fill('400 40001') as string[]),
      ...(Array(95).fill('404 40401') as string[]),
      '429 42901',
      '200',
    ],
    async (caller) => {
      for (let count = 0; count < 5; count += 1) await caller.call('POST', INTENTS, { body: { count } });
      for (let count = 0; count < 96; count += 1) await caller.get(`${INTENTS}/int_${count}`);
      await caller.get(INTENTS, caller.callers.other);
    },
  ),
];

export const REQUEST_ROWS: Row[] = [...FIELDS, ...BODIES, ...ROUTES, ...SIGNATURES, ...LIMITS];
