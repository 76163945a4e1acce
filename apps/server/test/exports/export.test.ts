import { randomInt } from 'node:crypto';
import { DEFENCES, LIMITS, ROUTES } from '@procurement-intents/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { exportIntents, ProcurementIntents } from '../../../../packages/sdk/src/index.ts';
import { RATE_LIMITED } from '../../src/fair-share/rate-limited.ts';
import { expectError } from '../support/expect-answer.ts';
import { exported, fetchExport, type Line, openExport, parseLines } from '../support/export-calls.ts';
import { intentBody } from '../support/intent-factory.ts';
import { seedManyIntents } from '../support/seed-many-intents.ts';
import { signedHeaders, type Signer } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';

const { path: PATH } = ROUTES.exportIntents;
const MANY = 2 * LIMITS.exportPage + 37;
useService({ graceMs: 86_400_000 });

/** An App with many intents. */
let rich: Signer;
beforeAll(async () => {
  rich = await service.addApp();
  await seedManyIntents(service, rich.appId, MANY);
});
// The seeded rows are as old as the real clock says.
beforeEach(() => clock.advance(Math.max(0, Date.now() - clock.now().getTime()) + 1000));
afterEach(() => vi.restoreAllMocks());

const fetchRich = (query = '', headers: Record<string, string> = {}) => fetchExport(rich, query, headers);

describe('an export', () => {
  it('has each intent of the App once, oldest first, and the end line last (EX1, EX2, EX3)', async () => {
    const response = await fetchRich();
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const lines = parseLines(await response.text()) as Line[];
    expect(lines.pop()).toEqual({ end: { count: MANY } });
    expect(new Set(lines.map(({ id }) => id)).size).toBe(MANY);
    const order = lines.map(({ createdAt, id }) => `${createdAt},${id}`);
    expect(order).toEqual(order.toSorted());
    expect(lines[0]).toMatchObject({ phone: '138****8000', recipientName: '张三', version: 1 });
  });

  it('shows whole intents as a read does, and with `fields` these, id and createdAt (EX1)', async () => {
    const signer = await service.addApp();
    const { body } = await service.call('POST', ROUTES.createIntent.path, {
      body: intentBody(service),
      signer,
    });
    const { body: read } = await service.call('GET', `${ROUTES.createIntent.path}/${body.data.id}`, {
      signer,
    });
    expect((await exported(signer)).lines).toEqual([read.data]);
    const { id, createdAt, status } = read.data;
    expect((await exported(signer, '?fields=status')).lines).toEqual([{ id, createdAt, status }]);
  });

  it('takes filters by labels, and shows labels (EX1)', async () => {
    const signer = await service.addApp();
    const create = (labels: object) =>
      service.call('POST', ROUTES.createIntent.path, {
        signer,
        body: intentBody(service, 'ordinary', { draft: true, labels }),
      });
    const wanted = await create({ batch: '2026-11', team: 'it' });
    await create({ batch: '2026-12' });
    const query = '?label[batch][in]=2026-10,2026-11&label[team]=it';
    const { id } = wanted.body.data;
    const { lines, end } = await exported(signer, `${query}&fields=labels`);
    expect(lines).toEqual([{ id, labels: { batch: '2026-11', team: 'it' }, createdAt: expect.any(String) }]);
    expect(end).toEqual({ end: { count: 1 } });
    expect((await exported(signer, query)).lines).toMatchObject([
      { id, labels: { batch: '2026-11', team: 'it' } },
    ]);
    expectError(await service.call('GET', `${PATH}?label[Batch]=x`, { signer }), 'VALIDATION_FAILED');
  });

  it.each([
    ['?userId=user_7', (line: Line) => line['userId'] === 'user_7'],
    ['?status=FAILED', () => false],
    ['?filter[price][lte]=2', (line: Line) => Number(line['price']) <= 2],
    ['?filter[title][like]=ab1', (line: Line) => String(line['title']).includes('ab1')],
  ])('takes the filters of the list: %s (EX1)', async (query, isWanted) => {
    const all = await exported(rich);
    const { lines, end } = await exported(rich, query);
    expect(lines.map(({ id }) => id)).toEqual(all.lines.filter(isWanted).map(({ id }) => id));
    expect(end).toEqual({ end: { count: lines.length } });
  });

  it.each(['page=1', 'pageSize=10', 'cursor=x', 'sortBy=createdAt', 'order=asc', 'sortOrder=asc', 'limit=5'])(
    'refuses %s in an envelope (EX1)',
    async (query) => {
      const answer = await service.call('GET', `${PATH}?${query}`, { signer: rich });
      expectError(answer, 'VALIDATION_FAILED');
      expect(answer.body.data.errors[0].field).toBe(query.split('=')[0]);
    },
  );

  it.each(['', 'x', '2026-11-21,int_1', `2026-13-21T08:30:00.000Z,int_${'0'.repeat(32)}`])(
    'refuses to go on behind `%s` (EX3)',
    async (after) => {
      const answer = await service.call('GET', `${PATH}?after=${after}`, { signer: rich });
      expectError(answer, 'VALIDATION_FAILED');
      expect(answer.body.data.errors[0].field).toBe('after');
    },
  );

  it('goes on behind a line whose intent is gone (EX3)', async () => {
    const { lines } = await exported(rich);
    const { createdAt } = lines[9] as Line;
    const gone = `${createdAt},int_${'f'.repeat(32)}`;
    const rest = await exported(rich, `?after=${gone}`);
    expect(rest.lines).toEqual(lines.slice(10));
    expect(rest.end).toEqual({ end: { count: MANY - 10 } });
  });

  it('does not have what is created after it began (EX2)', async () => {
    const signer = await service.addApp();
    const create = () =>
      service.call('POST', ROUTES.createIntent.path, { body: intentBody(service), signer });
    const { body } = await create();
    const { lists } = service.context;
    const read = lists.readRows.bind(lists);
    vi.spyOn(lists, 'readRows').mockImplementation(async (...given) => {
      clock.advance(1);
      expect((await create()).status).toBe(201);
      return read(...given);
    });
    expect((await exported(signer)).lines.map(({ id }) => id)).toEqual([body.data.id]);
  });

  it('is the headers alone for HEAD', async () => {
    const path = PATH;
    const headers = signedHeaders(rich, { method: 'HEAD', path, timestamp: String(clock.now().getTime()) });
    const response = await fetch(`${service.baseUrl}${path}`, { method: 'HEAD', headers });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('exports at once', () => {
  it('are two for each App, and their places come back (EX5)', async () => {
    const signer = await service.addApp();
    // More than the buffers of a connection hold, so that an unread export stays open.
    await seedManyIntents(service, signer.appId, 20_000);
    const open = await Promise.all(Array.from({ length: DEFENCES.exports }, () => openExport(signer)));
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await service.call('GET', PATH, { signer });
    expectError(refused, 'RATE_LIMITED');
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await fetchRich()).status).toBe(200);
    for (const { close } of open) close();
    await vi.waitFor(async () => {
      const again = await openExport(signer);
      again.close();
      expect(again.status).toBe(200);
    });
  });
});

/** The export cut after so many bytes; what has arrived. */
async function cutAfter(bytes: number, query: string): Promise<string> {
  const response = await vi.waitFor(async () => {
    const begun = await fetchRich(query, { 'Accept-Encoding': 'identity' });
    // The place of the one that was cut before comes back in a moment.
    if (begun.status !== 200) throw new Error(await begun.text());
    return begun;
  });
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array[] = [];
  for (let got = 0; got < bytes;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    got += value.length;
  }
  await reader.cancel();
  return Buffer.concat(parts).subarray(0, bytes).toString();
}

describe('an export that is cut', () => {
  it('ten times at random bytes joins to one whole (EX3)', async () => {
    const whole = await exported(rich);
    const joined: Line[] = [];
    let after = '';
    for (let cut = 0; cut < 10; cut += 1) {
      const text = await cutAfter(randomInt(1, 60_000), after);
      const lines = parseLines(text.slice(0, text.lastIndexOf('\n') + 1)).filter(
        (line): line is Line => !Object.hasOwn(line as object, 'end'),
      );
      joined.push(...lines);
      const last = joined.at(-1);
      if (last) after = `?after=${last.createdAt},${last.id}`;
      clock.advance(1000);
    }
    const rest = await exported(rich, after);
    expect([...joined, ...rest.lines]).toEqual(whole.lines);
  });

  it('by a fault in the middle ends without its end line, and the SDK goes on by itself (EX3)', async () => {
    const whole = await exported(rich);
    const { lists } = service.context;
    const read = lists.readRows.bind(lists);
    let pages = 0;
    vi.spyOn(lists, 'readRows').mockImplementation((...given) => {
      pages += 1;
      if (pages === 2) throw new Error('the database is gone');
      return read(...given);
    });
    await expect(fetchRich().then((response) => response.text())).rejects.toThrow();
    pages = 0;
    const { appId, appSecret } = rich;
    const client = new ProcurementIntents({ baseUrl: service.baseUrl, appId, appSecret });
    const items: unknown[] = [];
    for await (const item of exportIntents(client)) items.push(item);
    expect(items).toEqual(whole.lines);
    expect(pages).toBeGreaterThan(3);
  });

  it('lets go of its place when its first page is refused', async () => {
    const { lists } = service.context;
    const refusing = vi.spyOn(lists, 'readRows').mockRejectedValue(RATE_LIMITED);
    for (let call = 0; call <= DEFENCES.exports; call += 1)
      expectError(await service.call('GET', PATH, { signer: rich }), 'RATE_LIMITED');
    refusing.mockRestore();
    expect((await exported(rich)).lines).toHaveLength(MANY);
  });
});
