import { RATE_LIMITS, ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { seedManyIntents } from '../support/seed-many-intents.ts';
import type { Signer } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';
import { runLength } from './run-length.ts';

const ROWS = runLength(60_000, 300_000);
const LISTS_AT_ONCE = 20;
const OTHERS = 10;
const CALLS_EACH = 5;
const LOOKS = 100;
const ON_TOP = 60;
/** Of an App whose lists take some time each: many of them wait at once. */
const FEWER_ROWS = 20_000;
const { path: INTENTS } = ROUTES.listIntents;
// No title has it, so that every row is looked at.
const COSTLY = `${INTENTS}?filter[title][like]=${encodeURIComponent('没有这个商品')}`;

let skippedMs = 0;
/** Goes on by itself, so that callers and rate limits are as in life. */
const clock = { now: () => new Date(Date.now() + skippedMs), skip: (ms: number) => (skippedMs += ms) };

let service: TestService;
let others: Signer[];

beforeAll(async () => {
  service = await startTestService({ clock });
  await seedManyIntents(service, service.signer.appId, ROWS);
  others = await Promise.all(Array.from({ length: OTHERS }, () => service.addApp()));
}, 180_000);
afterAll(() => service.stop());

/** Keeps so many costly lists of one App under way until it is told to stop, and answers what they got. */
function keepListing(): { stop: () => Promise<Answer[]> } {
  const answers: Answer[] = [];
  let isOver = false;
  async function listOn(): Promise<void> {
    while (!isOver) answers.push(await service.call('GET', COSTLY));
  }
  const going = Array.from({ length: LISTS_AT_ONCE }, listOn);
  return {
    async stop() {
      isOver = true;
      await Promise.all(going);
      return answers;
    },
  };
}

/** Connections that read rows of a list now, or rest. */
const findLists = () => service.database.$queryRaw<{ isResting: boolean }[]>`
  SELECT wait_event IS NOT DISTINCT FROM 'PgSleep' AS "isResting" FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND query LIKE '%"intents"%"appId" = $%' AND pid <> pg_backend_pid()`;

const countOf = (answers: Answer[], status: number) => answers.filter((one) => one.status === status).length;

it('leaves creates and reads of other Apps alone while one App lists at its dearest', async () => {
  const listing = keepListing();
  const made: Answer[] = [];
  const read: Answer[] = [];
  for (let round = 0; round < CALLS_EACH; round += 1) {
    const created = await Promise.all(
      others.map((signer) => service.call('POST', INTENTS, { signer, body: intentBody(service) })),
    );
    made.push(...created);
    const found = created.map(({ body }, index) =>
      service.call('GET', `${INTENTS}/${body.data?.id}`, { signer: others[index] as Signer }),
    );
    read.push(...(await Promise.all(found)));
  }
  const lists = await listing.stop();
  expect(countOf(made, 201)).toBe(OTHERS * CALLS_EACH);
  expect(countOf(read, 200)).toBe(OTHERS * CALLS_EACH);
  expect(countOf(lists, 200)).toBe(lists.length);
  expect(lists.length).toBeGreaterThanOrEqual(LISTS_AT_ONCE);
}, 60_000);

it('runs one list of an App at a time, and lets the list of another App wait for none of them', async () => {
  const answered: string[] = [];
  const costly = Array.from({ length: LISTS_AT_ONCE }, async () => {
    const answer = await service.call('GET', COSTLY);
    answered.push('costly');
    return answer;
  });
  const running = await vi.waitFor(async () => {
    const rows = await findLists();
    expect(rows.length).toBeGreaterThan(0);
    return rows.length;
  });
  const [signer] = others as [Signer];
  const other = await service.call('GET', `${INTENTS}?userId=user_1001`, { signer });
  const before = answered.length;
  const later = await findLists();
  expect(other.status).toBe(200);
  expect(before).toBeLessThan(LISTS_AT_ONCE / 2);
  expect(Math.max(running, later.length)).toBe(1);
  expect(countOf(await Promise.all(costly), 200)).toBe(LISTS_AT_ONCE);
}, 60_000);

it('shows a page without a filter at once, whatever lists of the App wait', async () => {
  let answeredLists = 0;
  const costly = Array.from({ length: LISTS_AT_ONCE }, async () => {
    await service.call('GET', COSTLY);
    answeredLists += 1;
  });
  await vi.waitFor(async () => expect((await findLists()).length).toBeGreaterThan(0));
  const first = await service.call('GET', `${INTENTS}?pageSize=5`);
  const next = await service.call('GET', `${INTENTS}?pageSize=5&cursor=${first.body.data.nextCursor}`);
  expect(answeredLists).toBeLessThan(LISTS_AT_ONCE / 2);
  expect(first.body.data.items).toHaveLength(5);
  expect(next.body.data).toMatchObject({ page: 2, total: ROWS });
  await Promise.all(costly);
}, 60_000);

it('rests while it searches, so that others go first', async () => {
  const listing = keepListing();
  const seen: boolean[] = [];
  while (seen.length < LOOKS) seen.push(...(await findLists()).map(({ isResting }) => isResting));
  await listing.stop();
  // Two thirds of the time, where nobody else is in its way.
  expect(seen.filter(Boolean).length).toBeGreaterThan(LOOKS / 5);
}, 60_000);

it('refuses what comes on top of the lists that wait, so that it is asked again', async () => {
  const signer = await service.addApp();
  await seedManyIntents(service, signer.appId, FEWER_ROWS);
  const burst = Array.from({ length: RATE_LIMITS.read }, () => service.call('GET', COSTLY, { signer }));
  await vi.waitFor(async () => expect((await findLists()).length).toBeGreaterThan(0));
  clock.skip(1000);
  const answers = await Promise.all(
    Array.from({ length: ON_TOP }, () => service.call('GET', `${INTENTS}?userId=user_1`, { signer })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expectError(answer, 'RATE_LIMITED');
    expect(answer.headers.get('retry-after')).toBe('1');
  }
  const served = await Promise.all(burst);
  expect(served.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
}, 120_000);

it('ends a list that takes too long, says what to change, and has its connection free again', async () => {
  await service.database.$executeRaw`ALTER TABLE "intents" RENAME TO "intents_away"`;
  await service.database.$executeRaw`
    CREATE VIEW "intents" AS SELECT * FROM "intents_away" OFFSET (SELECT 0 FROM pg_sleep(30))`;
  // As many as run at once: were one of their connections lost, a list after them would wait for it.
  const ended = await Promise.all(
    others
      .slice(0, 4)
      .map((one, index) =>
        service.call('GET', index === 0 ? COSTLY : `${INTENTS}?userId=user_1001`, { signer: one }),
      ),
  );
  await service.database.$executeRaw`DROP VIEW "intents"`;
  await service.database.$executeRaw`ALTER TABLE "intents_away" RENAME TO "intents"`;
  for (const answer of ended) {
    expectError(answer, 'LIST_TOO_COSTLY');
    expect(answer.headers.get('retry-after')).toBeNull();
  }
  expect(await findLists()).toHaveLength(0);
  const next = await Promise.all(
    others.slice(0, 4).map((one) => service.call('GET', `${INTENTS}?userId=user_1001`, { signer: one })),
  );
  expect(countOf(next, 200)).toBe(4);
}, 60_000);
