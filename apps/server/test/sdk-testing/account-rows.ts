import { PASSWORD } from '../support/bearer.ts';
import type { ClientName, Member } from './members.ts';
import { type Caller, row, type Row } from './transcript.ts';

const PROFILE = '/v1/profile';
const HOUR_MS = 3_600_000;

const MEMBERS: Member[] = [
  'requester',
  'administrator',
  'key of all',
  'key of a requester',
  'client of a buyer',
];
const PROFILES = MEMBERS.map((member) =>
  row(`the profile of ${member}`, ['200'], (caller) => caller.as(member).get(PROFILE)),
);

const withHeader = (name: string, expected: string, headers: Record<string, string>): Row =>
  row(name, [expected], (caller) => caller.company('GET', PROFILE, { headers }));

const CREDENTIALS = [
  withHeader('no credential', '401 unauthorized', {}),
  withHeader('a credential of another scheme', '401 unauthorized', { Authorization: 'Basic YTpi' }),
  withHeader('a token that nobody has', '401 unauthorized', { Authorization: `Bearer st_${'x'.repeat(43)}` }),
  withHeader('a text that is no credential', '401 unauthorized', { Authorization: 'bearer nonsense' }),
  withHeader('a credential that is too long', '401 unauthorized', {
    Authorization: `Bearer ${'x'.repeat(201)}`,
  }),
  row('a scheme in capitals', ['200', '200'], async (caller) => {
    const { body } = await caller.company('POST', '/auth/login', { body: logIn('requester') });
    await caller.company('GET', PROFILE, { headers: { Authorization: `BEARER ${body.token}` } });
  }),
  row('a token that ends, and is forgotten', ['200', '401 token_expired', '401 unauthorized'], async (c) => {
    const { body } = await c.company('POST', '/auth/login', { body: logIn('requester') });
    c.advance(HOUR_MS);
    await c.company('GET', PROFILE, { credential: body.token });
    c.advance(24 * HOUR_MS);
    await c.company('GET', PROFILE, { credential: body.token });
  }),
];

const logIn = (username: string, password = PASSWORD) => ({ username, password });

const LOGINS = [
  row('a log-in, and the end of its session', ['200', '200', '204', '401 unauthorized'], async (caller) => {
    const { body } = await caller.company('POST', '/auth/login', { body: logIn(' Requester ') });
    const credential = body.token as string;
    await caller.company('GET', PROFILE, { credential });
    await caller.company('POST', '/auth/logout', { credential });
    await caller.company('GET', PROFILE, { credential });
  }),
  row(
    'log-ins that fail',
    ['401 unauthorized', '401 unauthorized', '400 validation_failed'],
    async (caller) => {
      await caller.company('POST', '/auth/login', { body: logIn('requester', 'not the password') });
      await caller.company('POST', '/auth/login', { body: logIn('nobody') });
      await caller.company('POST', '/auth/login', { body: { username: '', colour: 'red' } });
    },
  ),
  row(
    'ten failures a minute for one account',
    [...(Array(10).fill('401 unauthorized') as string[]), '429 rate_limited', '429 rate_limited', '200'],
    async (caller) => {
      caller.advance(60_000);
      for (let count = 0; count < 11; count += 1)
        await caller.company('POST', '/auth/login', { body: logIn('approver', 'not the password') });
      await caller.company('POST', '/auth/login', { body: logIn('approver') });
      caller.advance(60_000);
      await caller.company('POST', '/auth/login', { body: logIn('approver') });
    },
  ),
  row('a key cannot be logged out', ['403 forbidden'], (caller) =>
    caller.as('key of all').post('/auth/logout'),
  ),
];

const CHANGES = [
  row('a change of the profile', ['200', '200', '200', '409 conflict', '200'], async (caller) => {
    const person = caller.as('changing');
    await person.patch(PROFILE, { displayName: '张三', locale: 'en' });
    const { headers } = await person.get(PROFILE);
    await person.patch(PROFILE, {});
    await person.patch(PROFILE, { displayName: '李四' }, { 'If-Match': '"99"' });
    await person.patch(PROFILE, { displayName: '李四' }, { 'If-Match': headers.get('etag') ?? '' });
  }),
  row(
    'a new password ends all other sessions',
    ['200', '200', '403 forbidden', '200', '401 unauthorized', '200', '401 unauthorized', '200', '200'],
    async (caller) => {
      const sessions = [];
      for (let count = 0; count < 2; count += 1)
        sessions.push(await caller.company('POST', '/auth/login', { body: logIn('changing') }));
      const [one = '', other = ''] = sessions.map(({ body }) => body.token as string);
      const change = (password: string, oldPassword: string) =>
        caller.company('PATCH', PROFILE, { credential: one, body: { password, oldPassword } });
      await change('another password', 'not the password');
      await change('another password', PASSWORD);
      await caller.company('GET', PROFILE, { credential: other });
      await caller.company('GET', PROFILE, { credential: one });
      await caller.company('POST', '/auth/login', { body: logIn('changing') });
      await caller.company('POST', '/auth/login', { body: logIn('changing', 'another password') });
      await change(PASSWORD, 'another password');
    },
  ),
  row(
    'changes that are none',
    ['403 forbidden', ...Array(4).fill('400 validation_failed')],
    async (caller) => {
      await caller.as('key of all').patch(PROFILE, { displayName: '张三' });
      const person = caller.as('requester');
      await person.patch(PROFILE, { displayName: '', locale: 'fr', colour: 'red' });
      await person.patch(PROFILE, { password: 'a new password' });
      await person.patch(PROFILE, { displayName: '张三' }, { 'If-Match': 'W/"1"' });
      await person.call('PATCH', PROFILE, { rawBody: '[1]' });
    },
  ),
];

const REQUESTS = [
  row(
    'bodies where none belongs, and of another type',
    ['400 validation_failed', '415 unsupported_media_type'],
    async (caller) => {
      await caller.as('requester').call('POST', '/auth/logout', { body: {} });
      await caller.as('requester').patch(PROFILE, {}, { 'Content-Type': 'text/plain' });
    },
  ),
  row(
    'paths and methods that are none',
    ['404 not_found', '404 not_found', '405 method_not_allowed', '414 uri_too_long', '400 validation_failed'],
    async (caller) => {
      const person = caller.as('requester');
      await person.get('/v1/nothing');
      await person.get('/auth/nothing');
      await person.call('DELETE', PROFILE);
      await person.get(`${PROFILE}?x=${'u'.repeat(8192)}`);
      await person.get(`${PROFILE}?x=1`);
    },
  ),
  row('English for who prefers it', ['401 unauthorized', '400 validation_failed'], async (caller) => {
    const headers = { 'Accept-Language': 'en' };
    await caller.company('GET', PROFILE, { headers });
    await caller.company('POST', '/auth/login', { body: {}, headers });
  }),
  row(
    'a hundred calls a second of one credential, and others as before',
    [...(Array(100).fill('200') as string[]), '429 rate_limited', '200'],
    async (caller) => {
      for (let count = 0; count < 101; count += 1) await caller.as('key of all').get(PROFILE);
      await caller.as('key of a requester').get(PROFILE);
    },
  ),
];

const ask = (caller: Caller, form: Record<string, string>, headers: Record<string, string> = {}) =>
  caller.company('POST', '/oauth/token', { form: new URLSearchParams(form).toString(), headers });
const CLIENT: ClientName = 'client of a buyer';
const GRANT = { grant_type: 'client_credentials' };

const TOKENS = [
  row('a token for the credentials of a client', ['200', '200', '200', '200'], async (caller) => {
    const { id, secret } = caller.clients[CLIENT];
    const form = { ...GRANT, client_id: id, client_secret: secret };
    const { body } = await ask(caller, form);
    await caller.company('GET', PROFILE, { credential: body.access_token });
    await ask(caller, { ...form, scope: 'read:suppliers' });
    await ask(caller, GRANT, { Authorization: `Basic ${btoa(`${id}:${secret}`)}` });
  }),
  row(
    'requests for a token that are refused',
    [
      ...(Array(4).fill('401 invalid_client') as string[]),
      '400 invalid_scope',
      '400 invalid_scope',
      '400 unsupported_grant_type',
      '400 unauthorized_client',
      '400 invalid_request',
      '400 invalid_target',
    ],
    async (caller) => {
      const { id, secret } = caller.clients[CLIENT];
      const form = { client_id: id, client_secret: secret };
      await ask(caller, { ...GRANT, client_id: id, client_secret: 'not the secret' });
      await ask(caller, { ...GRANT, ...form, client_id: 'cli_nobody' });
      await ask(caller, GRANT);
      await ask(caller, GRANT, { Authorization: `Basic ${btoa(`${id}:no`)}` });
      await ask(caller, { ...GRANT, ...form, scope: 'read:everything' });
      await ask(caller, { ...GRANT, ...form, scope: 'admin' });
      await ask(caller, { ...form, grant_type: 'password' });
      await ask(caller, { ...form, grant_type: 'refresh_token', refresh_token: 'rt_x' });
      await ask(caller, form);
      await ask(caller, { ...GRANT, ...form, resource: 'https://elsewhere.example/v1' });
    },
  ),
  row('a request for a token that is no form', ['400 invalid_request'], (caller) =>
    caller.company('POST', '/oauth/token', { body: GRANT }),
  ),
];

export const ACCOUNT_ROWS: Row[] = [
  ...PROFILES,
  ...CREDENTIALS,
  ...LOGINS,
  ...CHANGES,
  ...REQUESTS,
  ...TOKENS,
];
