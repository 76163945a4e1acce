import { randomInt } from 'node:crypto';
import { INTENT_STATUSES, RATE_LIMITS, ROUTES } from '@procurement-intents/contract';
import fc from 'fast-check';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { intentBody } from '../support/intent-factory.ts';
import { signedHeaders, type Signer } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';
import { differencesOf, type Snapshot, takeSnapshot } from './database-snapshot.ts';
import { type ForeignCall, foreignCalls, type Loot } from './foreign-calls.ts';
import { isLongRun, runLength } from './run-length.ts';

const CALLS = runLength(500, 50_000);
const OWNED = 30;
const INTRUDERS = 10;
// A second holds no more than any bucket of any App, so that no call ends at the limiter.
const BATCH = INTRUDERS * RATE_LIMITS.create;
const SEED = isLongRun ? randomInt(2 ** 31) : 20_261_121;
const { path: INTENTS } = ROUTES.listIntents;
const OWNER = 'user_of_a';

const clock = createFakeClock();
let service: TestService;
let pool: Pool;
let owner: Signer;
let intruders: Signer[];
let loot: Loot;
let untouched: Snapshot;

beforeAll(async () => {
  service = await startTestService({ clock });
  pool = new Pool(service.baseUrl, { connections: 16 });
  owner = service.signer;
  intruders = await Promise.all(Array.from({ length: INTRUDERS }, () => service.addApp()));
  const keys = Array.from({ length: OWNED }, (_, index) => `key-of-a-${index}`);
  const ids: string[] = [];
  for (const [index, key] of keys.entries()) {
    clock.advance(1000);
    const body = intentBody(service, 'ordinary', { draft: true, userId: OWNER, price: 100 + index });
    const made = await service.call('POST', INTENTS, { body, headers: { 'Idempotency-Key': key } });
    ids.push(made.body.data.id);
    const status = INTENT_STATUSES[index % INTENT_STATUSES.length] ?? 'DRAFT';
    await service.database.intent.update({ where: { id: made.body.data.id }, data: { status } });
  }
  const body = intentBody(service, 'ordinary', { draft: true, userId: 'user_of_b' });
  loot = { ids, idempotencyKeys: keys, cursors: await ownCursors(), userId: OWNER, body };
  untouched = await takeSnapshot(service, owner.appId);
});
afterAll(async () => {
  await pool.destroy();
  await service.stop();
});

/** Cursors as the owner's lists give them. */
async function ownCursors() {
  const queries = [
    '',
    'sortBy=price',
    'sortBy=updatedAt&order=asc',
    `userId=${OWNER}`,
    'filter[price][gte]=1',
  ];
  return Promise.all(
    queries.map(async (query) => {
      const page = await service.call('GET', `${INTENTS}?pageSize=3${query && `&${query}`}`);
      return { query, cursor: page.body.data.nextCursor as string };
    }),
  );
}

/** The envelope; the lines of an export in the form of a list. */
function bodyOf({ operation }: ForeignCall, text: string): Answer['body'] {
  if (operation !== 'exportIntents' || !text.startsWith('{"id"')) {
    const parsed = JSON.parse(text) as Answer['body'] & { end?: unknown };
    return parsed.end === undefined ? parsed : { ...parsed, code: 0, data: { items: [] } };
  }
  const items = text
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
  return { code: 0, message: '', data: { items } };
}

async function send(call: ForeignCall, signer: Signer): Promise<Answer> {
  const { method, path, headers, body } = call;
  const text = body === null ? null : JSON.stringify(body);
  const timestamp = String(clock.now().getTime());
  const signed = signedHeaders(signer, { method, path, body: text ?? '', timestamp });
  const type = text === null ? {} : { 'Content-Type': 'application/json' };
  const answer = await pool.request({
    method,
    path,
    headers: { ...signed, ...type, ...headers },
    body: text,
  });
  const given = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    status: answer.statusCode,
    headers: new Headers(given),
    body: bodyOf(call, await answer.body.text()),
  };
}

const REFUSALS = new Set([40_301, 40_401, 40_001, 40_400]);

/** Refused, or about nothing but what is the intruder's own. */
function expectNothingForeign(call: ForeignCall, answer: Answer): void {
  const text = JSON.stringify(answer.body.data);
  expect(text).not.toContain(OWNER);
  for (const id of loot.ids) expect(text).not.toContain(id);
  expect(isAllowedAnswer(call, answer)).toBe(true);
}

function isAllowedAnswer({ operation, path, body }: ForeignCall, { body: { code, data } }: Answer): boolean {
  switch (operation) {
    case 'createIntent':
      // Its key may be another's as well: each App has keys of its own.
      return code === 0 ? data.id.startsWith('int_') : [40_001, 40_901].includes(code);
    case 'createIntents':
      // A failed item says why, in the words of a create.
      return [0, 20_701, 40_001, 42_901].includes(code);
    case 'exportIntents':
      return code === 0 || code === 42_901;
    case 'listIntents':
      if (code !== 0) return REFUSALS.has(code);
      // Where another's list went on says something about that list.
      return !path.includes('cursor=') && (!path.includes(OWNER) || data.items.length === 0);
    case 'listEvents':
      return code === 0 || code === 40_001;
    default:
      return REFUSALS.has(code) && (code !== 40_001 || body !== null);
  }
}

/** What each intruder has made, and what its lists have shown it. */
const own = new Map<string, { made: Set<string>; shown: Set<string>; most: number }>();

function noteOwn(call: ForeignCall, { body: { code, data } }: Answer, { appId }: Signer): void {
  const mine = own.get(appId) ?? { made: new Set(), shown: new Set(), most: 0 };
  own.set(appId, mine);
  if (call.operation === 'createIntents') {
    for (const { intent } of data?.items ?? []) if (intent) mine.made.add(intent.id);
  }
  if (code !== 0) return;
  if (call.operation === 'createIntent') mine.made.add(data.id);
  if (call.operation === 'exportIntents') for (const { id } of data.items) mine.shown.add(id);
  if (call.operation === 'listEvents') for (const { data: of } of data.items) mine.shown.add(of.intentId);
  if (call.operation !== 'listIntents') return;
  for (const { id } of data.items) mine.shown.add(id);
  mine.most = Math.max(mine.most, data.total);
}

/** Asked when no call is under way: a list may show an intent before the answer to its create has come. */
function expectOwnShown(): void {
  for (const { made, shown, most } of own.values()) {
    expect([...shown].filter((id) => !made.has(id))).toEqual([]);
    expect(most).toBeLessThanOrEqual(made.size);
  }
}

describe("an App in another App's things", () => {
  it(
    `reads and changes nothing in ${CALLS} properly signed calls`,
    async () => {
      const calls = fc.sample(foreignCalls(loot), { numRuns: CALLS, seed: SEED });
      const codes = new Map<string, number>();
      for (let start = 0; start < calls.length; start += BATCH) {
        clock.advance(1000);
        const batch = calls.slice(start, start + BATCH).map(async (call, index) => {
          const intruder = intruders[index % INTRUDERS] as Signer;
          const answer = await send(call, intruder);
          noteOwn(call, answer, intruder);
          try {
            expectNothingForeign(call, answer);
          } catch (cause) {
            const seen = `seed ${SEED}: ${JSON.stringify(call)} gave ${JSON.stringify(answer.body).slice(0, 2000)}`;
            throw new Error(`${(cause as Error).message}\n${seen}`, { cause });
          }
          const key = `${call.operation} ${answer.body.code}`;
          codes.set(key, (codes.get(key) ?? 0) + 1);
        });
        await Promise.all(batch);
        expectOwnShown();
      }
      // Every operation was refused for the owner's sake, and what is allowed was done.
      for (const name of ['get', 'update', 'cancel', 'submit', 'delete']) {
        expect(codes.get(`${name}Intent 40301`), name).toBeGreaterThan(0);
      }
      for (const key of ['listIntentEvents 40301', 'createIntent 0', 'listIntents 0', 'listIntents 40001'])
        expect(codes.get(key), key).toBeGreaterThan(0);
      expect(differencesOf(untouched, await takeSnapshot(service, owner.appId), new Set())).toEqual([]);
    },
    runLength(60_000, 900_000),
  );

  it("gets nothing for the owner's recorded bytes under its own name", async () => {
    clock.advance(1000);
    const [intruder] = intruders;
    const path = `${INTENTS}/${loot.ids[0]}`;
    const timestamp = String(clock.now().getTime());
    const recorded = signedHeaders(owner, { method: 'GET', path, timestamp });
    const answer = await service.call('GET', path, {
      headers: { ...recorded, 'X-App-Id': intruder?.appId ?? '' },
    });
    expect(answer.body).toMatchObject({ code: 40_101, data: null });
  });

  it('leaves the owner everything', async () => {
    clock.advance(1000);
    const page = await service.call('GET', `${INTENTS}?pageSize=100`);
    expect(page.body.data.items.map(({ id }: { id: string }) => id).sort()).toEqual([...loot.ids].sort());
    expect(page.body.data.total).toBe(OWNED);
  });
});
