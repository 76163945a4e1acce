import { ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { expectSuccess } from '../support/expect-answer.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import { countWaiting, withLockedTable } from '../support/lock-table.ts';
import type { Signer } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';
import { runLength } from './run-length.ts';

const EVENTS = runLength(1200, 100_000);
const AT_ONCE = 20;
const WAIT_OPTIONS = { timeout: 10_000, interval: 20 };
const { path: INTENTS } = ROUTES.createIntent;

let service: TestService;
let other: Signer;
let long: string;

beforeAll(async () => {
  service = await startTestService();
  other = await service.addApp();
  long = await intentIn(service, 'DRAFT');
  await service.database.$executeRaw`
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "type", "at", "detail")
    SELECT ${long}, ${service.signer.appId}, 'DRAFT', n, 'intent.updated', now() + n * interval '1 ms', 'update ' || n FROM generate_series(1, ${EVENTS}::int) AS n`;
}, 60_000);
afterAll(() => service.stop());

const timelineOf = (id: string, signer = service.signer): Promise<Answer> =>
  service.call('GET', `${INTENTS}/${id}/events`, { signer });

it('shows the newest 1,000 events of a timeline, oldest first', async () => {
  const answer = await timelineOf(long);
  expectSuccess(answer, 'listIntentEvents');
  const items = answer.body.data.items as { at: string; detail: string }[];
  expect(items).toHaveLength(1000);
  expect(items.at(-1)?.detail).toBe(`update ${EVENTS}`);
  expect(items[0]?.detail).toBe(`update ${EVENTS - 999}`);
  const { at } = await service.database.intentEvent.findFirstOrThrow({
    where: { detail: `update ${EVENTS}` },
  });
  expect(items.at(-1)?.at).toBe(at.toISOString());
});

it('lets the timelines of one App hold up neither reads nor creates nor timelines of another one', async () => {
  const own = await service.call('POST', INTENTS, { signer: other, body: intentBody(service) });
  const id = own.body.data.id as string;
  let reading: Promise<Answer>[] = [];
  const someWait = () =>
    vi.waitFor(async () => {
      const waiting = await countWaiting(service, 'intent_events');
      expect(waiting).toBeGreaterThan(0);
      return waiting;
    }, WAIT_OPTIONS);
  // For as long as it takes to look around.
  const { reads, waiting } = await withLockedTable(service, 'intent_events', async () => {
    reading = Array.from({ length: AT_ONCE }, () => timelineOf(long));
    await someWait();
    const asked = Array.from({ length: AT_ONCE }, () =>
      service.call('GET', `${INTENTS}/${id}`, { signer: other }),
    );
    return { reads: await Promise.all(asked), waiting: await someWait() };
  });
  expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
  expect(waiting).toBe(1);
  // On a busy machine the look around takes longer than a statement waits for a lock.
  for (const { status } of await Promise.all(reading)) expect([200, 503]).toContain(status);
  expectSuccess(await timelineOf(id, other), 'listIntentEvents');
}, 60_000);
