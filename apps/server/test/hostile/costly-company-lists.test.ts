import { CAPACITIES, DEFENCES } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addKey, addPerson, callBearer, PASSWORD } from '../support/bearer.ts';
import { countWaiting, withLockedTable } from '../support/lock-table.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const LOOPS = 20;
const LOOKS = 5;
const WAIT_OPTIONS = { timeout: 10_000, interval: 20 };
const COSTLY = [
  '/v1/orders?filter[title][like]=zzzzzzz',
  '/v1/reports/processing',
  '/v1/reports/spend?groupBy=user',
  '/v1/intents?userId=user_1',
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
}, 60_000);
afterAll(() => service.stop());

/** Keeps calls under way until it is told to stop. */
function keepCalling(credentials: readonly string[]): () => Promise<unknown> {
  let isOver = false;
  const going = Array.from({ length: LOOPS }, async (_, index) => {
    const credential = credentials[index % credentials.length] as string;
    for (let call = index; !isOver; call += 1)
      await callBearer(service, 'GET', COSTLY[call % COSTLY.length] as string, { credential });
  });
  return () => {
    isOver = true;
    return Promise.all(going);
  };
}

/** The most statements that wait at once for what the calls of those people read, while others log in and change. */
async function lookAround(credentials: readonly string[], atMost: number) {
  const victim = await addPerson(service, []);
  const login = { username: victim.username, password: PASSWORD };
  const statuses: number[] = [];
  const seen: number[] = [];
  const stop = keepCalling(credentials);
  try {
    await withLockedTable(service, 'intents', async () => {
      await vi.waitFor(async () => expect(await countWaiting(service, 'intents')).toBe(atMost), WAIT_OPTIONS);
      while (seen.length < LOOKS) {
        const body = { displayName: `Name ${seen.length}` };
        const answers = await Promise.all([
          callBearer(service, 'POST', '/auth/login', { body: login }),
          callBearer(service, 'PATCH', '/v1/profile', { credential: victim.token, body }),
        ]);
        statuses.push(...answers.map(({ status }) => status));
        seen.push(await countWaiting(service, 'intents'));
      }
    });
  } finally {
    await stop();
  }
  return { most: Math.max(...seen), statuses: [...new Set(statuses)] };
}

it('lets one person with all their keys read one list or report at a time, whatever it costs', async () => {
  const { id, token } = await addPerson(service, ['admin']);
  const keys = await Promise.all([1, 2, 3].map(() => addKey(service, id, ['admin'])));
  const credentials = [token, ...keys.map(({ key }) => key)];
  const seen = await lookAround(credentials, DEFENCES.listsAtOnce);
  expect(seen).toEqual({ most: DEFENCES.listsAtOnce, statuses: [200] });
}, 60_000);

it('leaves log-ins and changes their connections, however many people read costly lists and reports', async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => addPerson(service, ['admin'])));
  const seen = await lookAround(
    people.map(({ token }) => token),
    CAPACITIES.companyLists,
  );
  expect(seen).toEqual({ most: CAPACITIES.companyLists, statuses: [200] });
}, 60_000);
