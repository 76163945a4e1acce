import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addKey, addPerson, callBearer, PASSWORD } from '../support/bearer.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** An address of a webhook endpoint may hold one, which its endpoint alone keeps. */
const QUERY = 'canary-in-an-address';

let service: TestService;
let written = '';

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  const log = pino({ level: 'trace' }, stream);
  service = await startTestService({ clock: createFakeClock(), log });
});
afterAll(() => service.stop());

/** All rows of all tables, as text. */
async function dump(): Promise<string> {
  const tables = await service.database.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`;
  const rows = await Promise.all(
    tables.map(({ name }) => service.database.$queryRawUnsafe(`SELECT t::text AS row FROM ${name} AS t`)),
  );
  return JSON.stringify(rows);
}

it('neither the database nor the log holds a password, a token or a key of a whole run', async () => {
  const admin = await addPerson(service, ['admin']);
  const { key } = await addKey(service, admin.id, ['admin']);
  const password = 'a second password of this run';
  const call = (method: string, path: string, body?: object, credential = admin.token) =>
    callBearer(service, method, path, { credential, body, headers: { 'Idempotency-Key': `${path}-1` } });
  const secrets = [PASSWORD, password, admin.token, key];

  const made = await call('POST', '/v1/api-keys', { name: 'x', scopes: ['admin'] });
  secrets.push(made.body.key);
  const app = await call('POST', '/v1/apps', { name: 'with webhooks' });
  const webhooks = `/v1/apps/${app.body.id}/webhooks`;
  const webhook = await call('POST', webhooks, { url: `https://erp.example.com/?token=${QUERY}` });
  const rotated = await call('POST', `${webhooks}/${webhook.body.id}/rotate-secret`, {});
  secrets.push(app.body.secret, webhook.body.secret, rotated.body.secret);
  const user = { username: 'somebody', password, displayName: 'x', scopes: [] };
  const { id } = (await call('POST', '/v1/users', user)).body;
  await call('POST', `/v1/users/${id}/reset-password`, { password: PASSWORD });
  await call('PATCH', '/v1/profile', { password, oldPassword: PASSWORD });
  const again = await call('POST', '/auth/login', { username: admin.username, password });
  secrets.push(again.body.token);
  await call('POST', '/auth/login', { username: admin.username, password: `${password}!` });
  await call('GET', `/v1/profile?token=${key}`, undefined, key);
  await call('GET', '/v1/profile', undefined, `${key.slice(0, -1)}!`);
  await call('POST', '/auth/logout', undefined, again.body.token);

  expect(secrets.every((secret) => typeof secret === 'string' && secret.length > 10)).toBe(true);
  const texts = { dump: await dump(), log: written };
  expect(texts.dump).toContain(admin.username);
  expect(texts.log).toContain('updateProfile');
  expect(texts.log).not.toContain(QUERY);
  expect(texts.dump.split(QUERY)).toHaveLength(2);
  for (const text of Object.values(texts))
    for (const secret of secrets) {
      expect(text).not.toContain(secret);
      // What is behind the prefix, and all but the last digit of a mistyped one.
      expect(text).not.toContain(secret.slice(-43, -1));
    }
});
