import { LEASE, leaseUntil } from '@procurement-intents/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Jobs } from '../../src/queue/jobs.ts';
import { Dispatcher } from '../../src/purchasing/dispatch-intents.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const BATCH = 500;
const MANY = 1200;
const clock = createFakeClock();
let service: TestService;
let handed: string[] = [];

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.stop());
beforeEach(async () => {
  handed = [];
  await service.database.intent.deleteMany({});
});

const add: Jobs['add'] = async (_job, ids) => {
  handed.push(...ids);
  return { running: [], waiting: [] };
};
const createDispatcher = (addJobs = add) =>
  new Dispatcher({ ...service.context, jobs: { ...service.jobs, wake: () => undefined, add: addJobs } });
const dispatch = () => createDispatcher().runOnce();

/** Intents that have been due for so long. */
function seedDue(status: 'SUBMITTED' | 'COMPLETED', count: number, dueForMs = 0) {
  const nextAttemptAt = new Date(clock.now().getTime() - dueForMs);
  const { appId } = service.signer;
  return seedIntents(service, count, () => ({ appId, status, submittedAt: nextAttemptAt, nextAttemptAt }));
}

it(`a purchase begins although ${MANY} intents have been due for tracking for longer`, async () => {
  await seedDue('COMPLETED', MANY, 60_000);
  const [purchase] = await seedDue('SUBMITTED', 1);
  expect(await dispatch()).toBe(BATCH);
  expect(handed).toContain(purchase?.id);
});

it(`an intent is tracked although ${MANY} purchases are due, when it has been due for longer`, async () => {
  await seedDue('SUBMITTED', MANY);
  const [tracked] = await seedDue('COMPLETED', 1, 1000);
  expect(await dispatch()).toBe(BATCH);
  expect(handed).toContain(tracked?.id);
});

it(`a purchase begins although ${MANY} purchases of another App have been due for longer`, async () => {
  await seedDue('SUBMITTED', MANY, 60_000);
  const [purchase] = await seedDue('SUBMITTED', 1);
  expect(await dispatch()).toBe(BATCH);
  expect(handed).toContain(purchase?.id);
});

it('the jobs of a long line of tracking are added once, and again when they must be lost', async () => {
  await seedDue('COMPLETED', 3000, 60_000);
  const dispatcher = createDispatcher();
  while ((await dispatcher.runOnce()) > 0);
  expect(new Set(handed).size).toBe(3000);
  clock.advance(LEASE.longestMs / 2 - 1000);
  expect(await dispatcher.runOnce()).toBe(0);
  expect(handed).toHaveLength(3000);
  clock.advance(LEASE.longestMs / 2 + 1000);
  expect(await dispatcher.runOnce()).toBe(BATCH);
});

describe('a line of purchases that nobody serves', () => {
  const known = new Set<string>();
  const add: Jobs['add'] = async (_job, ids) => {
    const waiting = ids.filter((id) => known.has(id));
    for (const id of ids) known.add(id);
    handed.push(...ids);
    return { running: [], waiting };
  };
  const seedLine = (count: number) => {
    const nextAttemptAt = new Date(clock.now().getTime() - 60_000);
    const { appId } = service.signer;
    return seedIntents(service, count, () => ({ appId, status: 'PROCESSING', nextAttemptAt }));
  };
  /** Polls each second, and returns what each poll has taken. */
  async function pollFor(dispatcher: Dispatcher, ms: number): Promise<number[]> {
    const taken: number[] = [];
    for (let elapsedMs = 0; elapsedMs < ms; elapsedMs += 1000) {
      clock.advance(1000);
      taken.push(await dispatcher.runOnce());
    }
    return taken;
  }

  it('is added in vain every 5 to 10 minutes, and not all together', async () => {
    await seedLine(3000);
    const dispatcher = createDispatcher(add);
    while ((await dispatcher.runOnce()) > 0);
    expect(Math.max(...(await pollFor(dispatcher, LEASE.longestMs / 2 - 1000)))).toBe(0);
    const taken = await pollFor(dispatcher, LEASE.longestMs / 2 + 1000);
    // One that was left for exactly five minutes is due for the third time.
    const thirds = handed.filter((id) => id.endsWith('0000')).length / 3;
    expect(handed).toHaveLength(6000 + thirds);
    // Evenly over five minutes; a full batch would take the places of others.
    expect(Math.max(...taken)).toBeLessThan(BATCH / 5);
  });

  it('is added in vain once after half a minute to a minute when it is short', async () => {
    await seedLine(300);
    const dispatcher = createDispatcher(add);
    expect(await dispatcher.runOnce()).toBe(300);
    const taken = await pollFor(dispatcher, 4 * 60_000);
    expect(handed).toHaveLength(600);
    expect(Math.max(...taken)).toBeLessThan(100);
  });
});

it('each intent of a poll is left to its job for as long as the rule says', async () => {
  const now = clock.now();
  const cancelRequestedAt = new Date(now.getTime() - 1000);
  const due = { appId: service.signer.appId, nextAttemptAt: now };
  const states = [
    { status: 'SUBMITTED' },
    { status: 'PROCESSING' },
    { status: 'PROCESSING', cancelRequestedAt },
    { status: 'COMPLETED' },
    { status: 'PROCESSING' },
    { status: 'PROCESSING' },
  ] as const;
  const rows = await seedIntents(service, states.length, (index) => ({ ...due, ...states[index] }));
  const [running = '', waiting = ''] = rows.slice(-2).map(({ id }) => id);
  const live = { running: [running], waiting: [waiting] };
  const add: Jobs['add'] = async (_job, ids) => (ids.includes(running) ? live : { running: [], waiting: [] });
  expect(await createDispatcher(add).runOnce()).toBe(rows.length);
  const found = await service.database.intent.findMany();
  const left = new Map(found.map(({ id, nextAttemptAt }) => [id, nextAttemptAt]));
  const stateOf = (id: string) => (id === running ? 'running' : id === waiting ? 'waiting' : 'added');
  expect(rows.map(({ id }) => left.get(id))).toEqual(
    rows.map((row) => leaseUntil(row, now, stateOf(row.id))),
  );
});

describe('a dispatcher that has looked at all due intents', () => {
  let dispatcher: Dispatcher;
  beforeEach(async () => {
    dispatcher = createDispatcher();
    await dispatcher.runOnce();
  });

  it('takes what falls due at once', async () => {
    await seedDue('SUBMITTED', 1);
    await seedDue('COMPLETED', 1, 14_000);
    expect(await dispatcher.runOnce()).toBe(2);
  });

  it('looks again within 5 s at what has been due for longer', async () => {
    await seedDue('SUBMITTED', 1, 15_000);
    await seedDue('COMPLETED', 1, 15_000);
    clock.advance(4999);
    expect(await dispatcher.runOnce()).toBe(0);
    clock.advance(1);
    expect(await dispatcher.runOnce()).toBe(2);
  });

  it('looks at it at once when the clock was set back', async () => {
    clock.advance(-60_000);
    await seedDue('COMPLETED', 1, 30_000);
    expect(await dispatcher.runOnce()).toBe(1);
  });

  it('looks on at once while there is more than fits into a batch', async () => {
    await seedDue('COMPLETED', MANY, 60_000);
    clock.advance(5000);
    expect(await dispatcher.runOnce()).toBe(BATCH);
    expect(await dispatcher.runOnce()).toBe(BATCH);
    expect(await dispatcher.runOnce()).toBe(MANY - 2 * BATCH);
    await seedDue('COMPLETED', 1, 60_000);
    expect(await dispatcher.runOnce()).toBe(0);
  });

  it('goes on with what falls due when a look at all has failed', async () => {
    let isBroken = true;
    const addOrFail: Jobs['add'] = async (...call) => {
      if (isBroken) throw new Error('canceling statement due to statement timeout');
      return add(...call);
    };
    dispatcher = createDispatcher(addOrFail);
    await seedDue('COMPLETED', 1, 60_000);
    await expect(dispatcher.runOnce()).rejects.toThrow();
    isBroken = false;
    clock.advance(200);
    const [purchase] = await seedDue('SUBMITTED', 1);
    expect(await dispatcher.runOnce()).toBe(1);
    expect(handed).toEqual([purchase?.id]);
  });
});
