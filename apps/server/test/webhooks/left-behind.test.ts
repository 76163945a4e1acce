import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addPerson, callBearer } from '../support/bearer.ts';
import { dumpDatabase, findSecrets } from '../support/find-secrets.ts';
import { intentBody } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Each can be told from everything else. */
const PERSON = {
  recipientName: 'CanaryRecipient',
  address: '上海市 CanaryAddress 路 4711 号',
  phone: '13987650042',
  remarks: 'CanaryRemarks 请放前台',
};
const CHANGED = {
  recipientName: 'CanaryOther',
  address: 'CanaryOtherAddress 12 号',
  phone: '13987650043',
  remarks: 'CanaryOtherRemarks',
};
const personal = {
  ...PERSON,
  ...Object.fromEntries(Object.entries(CHANGED).map(([name, text]) => [`other ${name}`, text])),
  addressWord: 'CanaryAddress',
  remarksWord: 'CanaryRemarks',
};
const QUERY = { query: 'CanaryTokenOfAQuery' };
const INTENTS = '/api/v1/intents';
const WEBHOOKS = '/api/v1/webhooks';

const printed: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      printed.push(String(chunk));
      done();
    },
  }),
);

let service: TestService;
let receiver: Receiver;
let signer: Signer;
let admin: string;
/** All that a signature can be made with. */
const secrets: Record<string, string> = {};
const ids: string[] = [];

const call = async (method: string, path: string, body?: object) =>
  (await service.call(method, path, { signer, ...(body && { body }) })).body.data;
const asAdmin = async (method: string, path: string, body?: object) =>
  (await callBearer(service, method, path, { credential: admin, body })).body;

function keepSecret(name: string, secret: string | undefined): void {
  if (!secret) return;
  const bytes = secret.slice('whsec_'.length);
  Object.assign(secrets, { [name]: secret, [`bytes of ${name}`]: bytes });
  secrets[`digits of ${name}`] = Buffer.from(bytes, 'base64').toString('hex');
}

async function addEndpoint(path: string, fields: object = {}): Promise<string> {
  const { id, secret } = await call('POST', WEBHOOKS, { url: receiver.origin + path, ...fields });
  keepSecret(path, secret);
  ids.push(id);
  return id;
}

async function create(item: string, fields: object = {}): Promise<string> {
  const { id } = await call('POST', INTENTS, { ...intentBody(service, item, PERSON), ...fields });
  return id as string;
}

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 100 });
/** All events so far, once nothing more comes of the purchases. */
const events = async () => (await call('GET', '/api/v1/events?limit=500')).items as { type: string }[];

/** A run with purchases of every end, and receivers that take, refuse and echo what they get. */
async function run(): Promise<void> {
  const thin = await addEndpoint('/thin');
  await addEndpoint('/full', { payload: 'full' });
  await addEndpoint('/ed25519', { signature: 'v1a', payload: 'full' });
  await addEndpoint('/echo', { payload: 'full' });
  keepSecret('rotated', (await call('POST', `${WEBHOOKS}/${thin}/rotate-secret`, {})).secret);
  await call('POST', `${WEBHOOKS}/${thin}/test`, { type: 'intent.completed' });
  const url = `${receiver.origin}/administered?token=${QUERY.query}`;
  const made = await asAdmin('POST', `/v1/apps/${signer.appId}/webhooks`, { url, payload: 'full' });
  keepSecret('administered', made.secret);
  await asAdmin('PATCH', `/v1/apps/${signer.appId}/webhooks/${made.id}`, { maxPerSecond: 50 });

  const draft = await create('ordinary', { draft: true });
  await call('PUT', `${INTENTS}/${draft}`, CHANGED);
  await call('DELETE', `${INTENTS}/${draft}`);
  const ends = await Promise.all(
    ['ordinary', 'undeliverable', 'rejected', 'shipped'].map((item) => create(item)),
  );
  const shipped = ends.at(-1) ?? '';
  await until(async () => expect((await call('GET', `${INTENTS}/${shipped}`)).status).not.toBe('SUBMITTED'));
  await call('POST', `${INTENTS}/${shipped}/cancel`);
  await until(async () => {
    const done = (await events()).filter(({ type }) => /\.(completed|failed|cancelled)$/.test(type));
    expect(done.length).toBeGreaterThanOrEqual(ends.length);
    expect(receiver.at('/full').length).toBeGreaterThanOrEqual((await events()).length);
    expect(receiver.at('/echo').length).toBeGreaterThanOrEqual((await events()).length);
  });
}

beforeAll(async () => {
  receiver = await startReceiver();
  receiver.respond(({ path, body }, response) =>
    path === '/echo' ? response.writeHead(500).end(body) : response.writeHead(204).end(),
  );
  service = await startTestService({
    isWorking: true,
    log,
    sandboxSpeed: 4,
    webhookLoopbackOrigins: [receiver.origin],
  });
  secrets['secret of the App'] = `CanarySecret${Math.random()}`;
  signer = await service.addApp({
    secret: secrets['secret of the App'],
    permissions: ['intents:read', 'intents:write', 'webhooks:read', 'webhooks:write'],
  });
  admin = (await addPerson(service, ['admin'])).token;
  await run();
}, 120_000);
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

/** Everything that the endpoints' logs show. */
async function deliveryLogs(): Promise<string> {
  const shown: unknown[] = [];
  for (const id of ids) {
    const { items } = await call('GET', `${WEBHOOKS}/${id}/deliveries?limit=100`);
    for (const each of items as { id: string }[])
      shown.push(await call('GET', `${WEBHOOKS}/${id}/deliveries/${each.id}`));
  }
  return JSON.stringify(shown);
}

describe('of the person and the secrets there is nothing (X6)', () => {
  it('in the feed', async () => {
    const text = JSON.stringify(await events());
    for (const type of ['intent.deleted', 'intent.completed', 'intent.failed']) expect(text).toContain(type);
    expect(findSecrets(text, { ...personal, ...secrets, ...QUERY })).toEqual([]);
  });

  it('in what receivers get, thin and full', () => {
    const text = JSON.stringify(receiver.received.map(({ headers, body }) => ({ headers, body })));
    expect(text).toContain('amountPaid');
    expect(findSecrets(text, { ...personal, ...secrets, ...QUERY })).toEqual([]);
  });

  it('in the logs of deliveries, with what receivers answered', async () => {
    const text = await deliveryLogs();
    expect(text).toContain('"status":500');
    expect(findSecrets(text, { ...personal, ...secrets, ...QUERY })).toEqual([]);
  });

  it('in the metrics and in what the process prints', async () => {
    const { text } = await service.metrics.render();
    expect(text).toContain('webhooks_overdue_seconds');
    expect(printed.length).toBeGreaterThan(10);
    expect(findSecrets(text + printed.join(''), { ...personal, ...secrets, ...QUERY })).toEqual([]);
  });

  it('in the record of changes', async () => {
    const rows = await service.database.auditEvent.findMany();
    const text = JSON.stringify(rows);
    expect(text).toContain('webhook.created');
    expect(findSecrets(text, { ...personal, ...secrets, ...QUERY })).toEqual([]);
  });

  it('in any table, the queue included, but for remarks in the row of their intent', async () => {
    const {
      remarks: _,
      remarksWord: __,
      'other remarks': ___,
      ...sealed
    } = personal as Record<string, string>;
    expect(findSecrets(await dumpDatabase(service), { ...sealed, ...secrets })).toEqual([]);
    const others = await dumpDatabase(service, ['public.intents']);
    expect(others).toContain(ids[0]);
    expect(findSecrets(others, personal)).toEqual([]);
  });
});
