import { DEVICE_GRANT } from '@procurement-intents/contract/oauth';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { addPerson, PASSWORD } from '../support/bearer.ts';
import {
  addClient,
  authorizePath,
  formTokenIn,
  getCode,
  getTokens,
  openConsent,
  PageVisitor,
  postForm,
  postToken,
} from '../support/oauth.ts';
import { service, useService } from '../support/use-service.ts';

const lines: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  }),
);
useService({ log });

/** Every table as text. */
async function dump(): Promise<string> {
  const tables = await service.database.$queryRaw<
    { name: string }[]
  >`SELECT quote_ident(tablename) AS "name" FROM pg_tables WHERE schemaname = 'public'`;
  const texts = await Promise.all(
    tables.map(({ name }) =>
      service.database.$queryRawUnsafe<{ text: string | null }[]>(
        `SELECT string_agg(t::text, E'\\n') AS "text" FROM ${name} AS t`,
      ),
    ),
  );
  return texts.map(([row]) => row?.text ?? '').join('\n');
}

it('no code, token, secret, cookie, user code or password is in the database or the log (RFC 9700, 4.5) [63]', async () => {
  const client = await addClient(service);
  const { username } = await addPerson(service, ['read:orders']);
  const code = await getCode(service, client, username);
  const tokens = await getTokens(service, client, username);
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const refreshed = (await postToken(service, client, refresh)).body;
  const device = (await postForm(service, '/oauth/device_authorization', {}, { client })).body;
  await postToken(service, client, { grant_type: DEVICE_GRANT, device_code: device.device_code });
  const visitor = new PageVisitor(service);
  const consent = await openConsent(visitor, authorizePath(client), username);
  await postToken(service, { ...client, secret: 'cs_wrong_secret_of_a_test' }, refresh);
  const secrets = {
    code,
    firstAccess: tokens.access_token,
    firstRefresh: tokens.refresh_token,
    access: refreshed.access_token,
    refresh: refreshed.refresh_token,
    device: device.device_code,
    userCode: device.user_code,
    plainUserCode: device.user_code.replace('-', ''),
    client: client.secret,
    cookie: visitor.cookie?.split('=')[1],
    form: formTokenIn(consent.html),
    wrong: 'cs_wrong_secret_of_a_test',
    password: PASSWORD,
  };
  const [stored, logged] = [await dump(), lines.join('')];
  expect(stored).toContain(client.id);
  expect(logged).toContain('exchangeToken');
  for (const [name, secret] of Object.entries(secrets)) {
    expect(typeof secret, name).toBe('string');
    // Bytes are shown in hexadecimal digits.
    const forms = [secret as string, Buffer.from(secret as string).toString('hex')];
    for (const form of forms) {
      expect(stored.includes(form), `${name} in the database`).toBe(false);
      expect(logged.includes(form), `${name} in the log`).toBe(false);
    }
  }
});
