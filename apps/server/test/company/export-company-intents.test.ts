import { DEFENCES, ROUTES } from '@procurement-intents/contract';
import { COMPANY_INTENT_LIST, CompanyIntent } from '@procurement-intents/contract/company';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBearerClient, exportIntents } from '../../../../packages/sdk/src/bearer/index.ts';
import { addKey, addPerson, callBearer, expectBearerError } from '../support/bearer.ts';
import { type Line, parseLines, receive } from '../support/export-calls.ts';
import { intentBody } from '../support/intent-factory.ts';
import { seedManyIntents } from '../support/seed-many-intents.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService({ graceMs: 86_400_000 });
beforeEach(() => clock.advance(Math.max(0, Date.now() - clock.now().getTime()) + 1000));
afterEach(() => vi.restoreAllMocks());

const PATH = '/v1/intents/export';
const EACH = 700;
/** An administrator, and a key. */
let admin: { id: string; key: string };
let appIds: string[];
beforeAll(async () => {
  const { id } = await addPerson(service, ['admin']);
  admin = { id, key: (await addKey(service, id, ['admin'])).key };
  const apps = await Promise.all([1, 2, 3].map(() => service.addApp()));
  appIds = apps.map(({ appId }) => appId);
  for (const appId of appIds) await seedManyIntents(service, appId, EACH);
});

async function fetchExport(query = '', headers: Record<string, string> = {}): Promise<Response> {
  await service.syncClock();
  return fetch(`${service.baseUrl}${PATH}${query}`, {
    headers: { Authorization: `Bearer ${admin.key}`, ...headers },
  });
}

async function exported(query = ''): Promise<Line[]> {
  const response = await fetchExport(query);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  const lines = parseLines(await response.text());
  expect(lines.pop()).toEqual({ end: { count: lines.length } });
  return lines as Line[];
}

const placeOf = ({ createdAt, id }: Line): string => `${createdAt},${id}`;

describe('an export of the company', () => {
  it('has each intent of all Apps once, oldest first, and names the App of each', async () => {
    const lines = await exported();
    expect(new Set(lines.map(({ id }) => id)).size).toBe(appIds.length * EACH);
    expect(lines).toHaveLength(appIds.length * EACH);
    const order = lines.map(placeOf);
    expect(order).toEqual(order.toSorted());
    expect(new Set(lines.map(({ appId }) => appId))).toEqual(new Set(appIds));
    for (const line of lines.slice(0, 20)) expect(CompanyIntent.parse(line)).toEqual(line);
    expect(lines[0]).toMatchObject({ phone: '138****8000' });
  });

  it('is that of some Apps and filters when it is asked for them, with the fields that are asked for', async () => {
    const all = await exported();
    const [one, two] = appIds;
    const query = `?filter[appId][in]=${one},${two}&filter[price][lte]=3&fields=status,appId`;
    const wanted = all.filter(({ appId, price }) => appId !== appIds[2] && Number(price) <= 3);
    expect(wanted.length).toBeGreaterThan(0);
    expect(await exported(query)).toEqual(
      wanted.map(({ id, appId, status, createdAt }) => ({ id, appId, status, createdAt })),
    );
    const ofOne = await exported(`?filter[appId]=${one}&fields=id`);
    expect(ofOne.map(({ id }) => id)).toEqual(all.filter(({ appId }) => appId === one).map(({ id }) => id));
    expect(Object.keys(ofOne[0] ?? {}).sort()).toEqual(['createdAt', 'id']);
    expect(await exported('?filter[appId]=app_nobody')).toEqual([]);
  });

  it('goes on behind a line', async () => {
    const all = await exported();
    expect(await exported(`?after=${placeOf(all[777] as Line)}`)).toEqual(all.slice(778));
  });

  it.each([
    'page=1',
    'sortBy=createdAt',
    'order=asc',
    'after=x',
    'fields=secret',
    'status=DRAFT',
    'cursor=x',
  ])('refuses %s', async (query) => {
    const answer = await callBearer(service, 'GET', `${PATH}?${query}`, { credential: admin.key });
    expectBearerError(answer, 'validation_failed');
    expect(answer.body.error.errors[0].field).toBe(query.split('=')[0]);
  });

  it('is CSV for who prefers it: a header, a line for each intent, no end line, and no formula', async () => {
    const signer = await service.addApp();
    const create = (changes: object) =>
      service.call('POST', ROUTES.createIntent.path, {
        body: intentBody(service, 'ordinary', { draft: true, ...changes }),
        signer,
      });
    await create({ title: '=HYPERLINK("https://evil.example")', labels: { team: 'it', batch: 'a' } });
    await create({ remarks: '+1; -2', title: 'a, "b"' });
    const query = `?filter[appId]=${signer.appId}&fields=title,labels,remarks`;
    const response = await fetchExport(query, { Accept: 'text/csv' });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
    const [first, second] = await exported(query);
    expect(await response.text()).toBe(
      [
        'id,title,labels,remarks,createdAt',
        `${first?.id},"'=HYPERLINK(""https://evil.example"")","{""team"":""it"",""batch"":""a""}",,${first?.createdAt}`,
        `${second?.id},"a, ""b""",,'+1;' -2,${second?.createdAt}`,
        '',
      ].join('\r\n'),
    );
    const whole = await fetchExport('', { Accept: 'text/csv' });
    const rows = (await whole.text()).split('\r\n');
    expect(rows[0]).toBe(COMPANY_INTENT_LIST.fields.join(','));
    expect(rows).toHaveLength((await exported()).length + 2);
    const lines = await fetchExport('', { Accept: 'text/csv;q=0.5, application/x-ndjson' });
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
    await lines.body?.cancel();
  });

  it('is continued by the SDK where it was cut', async () => {
    const all = await exported();
    let pages = 0;
    betweenPages(() => {
      pages += 1;
      if (pages === 2) throw new Error('the database is gone');
    });
    const client = createBearerClient({ baseUrl: service.baseUrl, credential: admin.key });
    const items: unknown[] = [];
    for await (const item of exportIntents(client)) items.push(item);
    expect(items).toEqual(all);
    expect(pages).toBeGreaterThan(2);
    const answer = await client.intents.exportCsv({ fields: 'id' });
    expect((await answer.text()).split('\r\n')).toHaveLength(all.length + 2);
  });
});

/** Does something before each page but the first. */
function betweenPages(work: () => unknown): void {
  const { exports } = service.context;
  const begin = exports.begin.bind(exports);
  vi.spyOn(exports, 'begin').mockImplementation(async (callerId, options) => {
    let isFirst = true;
    return begin(callerId, {
      ...options,
      read: async (page) => {
        if (!isFirst && page.take > 1) await work();
        if (page.take > 1) isFirst = false;
        return options.read(page);
      },
    });
  });
}

describe('whoever exports', () => {
  it('has two at once in a process, with all keys of a person', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => addKey(service, admin.id, ['admin'])));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    betweenPages(() => held);
    const begin = ({ key }: { key: string }) =>
      fetch(`${service.baseUrl}${PATH}`, { headers: { Authorization: `Bearer ${key}` } });
    const open = await Promise.all(keys.slice(0, DEFENCES.exports).map(begin));
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await callBearer(service, 'GET', PATH, { credential: keys[2]?.key });
    expectBearerError(refused, 'rate_limited');
    expect(refused.headers.get('retry-after')).toBe('5');
    release();
    await Promise.all(open.map((response) => response.text()));
    expect((await begin(keys[2] as { key: string })).status).toBe(200);
  });

  it('gets no more once the key is revoked', async () => {
    const { id, key } = await addKey(service, admin.id, ['admin']);
    betweenPages(async () => {
      vi.restoreAllMocks();
      const answer = await callBearer(service, 'DELETE', `/v1/api-keys/${id}`, { credential: admin.key });
      expect(answer.status).toBe(204);
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 3000);
    });
    const { status, text, isCut } = await receive(`${service.baseUrl}${PATH}`, {
      Authorization: `Bearer ${key}`,
    });
    expect([status, isCut]).toEqual([200, true]);
    expect(parseLines(text).length).toBeLessThan(appIds.length * EACH);
  });

  it('needs the scope of administrators, whatever the approval limit', async () => {
    const approver = await addPerson(service, ['read:purchase-requests'], { approvalLimitFen: 1_000_000n });
    const answer = await callBearer(service, 'GET', PATH, { credential: approver.token });
    expectBearerError(answer, 'insufficient_scope');
  });
});
