import { DELIVERY_ATTEMPTS, DELIVERY_PAUSES } from '@procurement-intents/contract/webhooks';
import { expect, it } from 'vitest';
import { Deliverer } from '../../src/webhooks/deliver.ts';
import type { WebhookSender } from '../../src/webhooks/send-attempt.ts';
import {
  call,
  clock,
  createEndpoint,
  createIntent,
  deliver,
  delivering,
  fail,
  HOUR,
  pass,
  publish,
  receiver,
  service,
  succeed,
  useWebhooks,
  WEBHOOKS,
} from '../webhooks/use-webhooks.ts';
import { isLongRun } from '../hostile/run-length.ts';
import { seededRandom } from './seeded-random.ts';

useWebhooks();

const [ENDPOINTS, EVENTS, KILLS] = isLongRun ? [10, 20, 200] : [3, 5, 15];
const SUCCEEDED = ['SUCCEEDED', true, true];
const never = () => new Promise<never>(() => undefined);

/** A sender whose process dies before a request, or before what came of it is written. */
function dyingSender(random: () => number): WebhookSender {
  const { sender } = delivering;
  return {
    ...sender,
    async send(...request) {
      if (random() < 0.5) await sender.send(...request);
      return never();
    },
  };
}

/** How long nothing is due, by what the lanes say. */
async function secondsToNext(): Promise<number | null> {
  const [row] = await service.database.$queryRaw<{ seconds: number | null }[]>`
    SELECT extract(epoch FROM min("wakeAt") - service_now())::float8 AS "seconds" FROM "webhook_lanes" WHERE NOT "isGone"`;
  return row?.seconds ?? null;
}

interface Attempt {
  deliveryId: string;
  attempt: number;
  at: Date;
  status: number | null;
  error: string | null;
}

it(`receivers that are down for 24 hours and ${KILLS} deaths of senders lose no event`, async () => {
  const random = seededRandom(20_261_123);
  for (let count = 0; count < ENDPOINTS; count += 1) await createEndpoint({ eventTypes: ['intent.drafted'] });
  for (let count = 0; count < EVENTS; count += 1) await createIntent();
  await publish();
  fail(503);
  const upAt = clock.now().getTime() + 24 * HOUR * 1000;
  let kills = 0;
  for (;;) {
    if (clock.now().getTime() >= upAt) succeed();
    const isDying = kills < KILLS && random() < 0.4;
    if (isDying) kills += await new Deliverer({ ...delivering, sender: dyingSender(random) }).begin(1, 1);
    else await deliver();
    const seconds = await secondsToNext();
    if (seconds === null) break;
    const untilUp = (upAt - clock.now().getTime()) / 1000;
    await pass(Math.max(0.05, untilUp > 0 ? Math.min(seconds, untilUp) : seconds));
  }
  expect(kills).toBe(KILLS);

  const deliveries = await service.database.webhookDelivery.findMany();
  expect(deliveries).toHaveLength(ENDPOINTS * EVENTS);
  const attempts = await service.database.$queryRaw<Attempt[]>`
    SELECT * FROM "webhook_attempts" ORDER BY "deliveryId", "attempt"`;
  const paths = new Map(
    (await service.database.webhookEndpoint.findMany()).map(({ id, url }) => [id, new URL(url).pathname]),
  );
  for (const { id, webhookId, eventId, state } of deliveries) {
    const own = attempts.filter(({ deliveryId }) => deliveryId === id);
    const sent = receiver
      .at(paths.get(webhookId) ?? '')
      .filter(({ headers }) => headers['webhook-id'] === `evt_${eventId.replaceAll('-', '')}`);
    // Each request was on record before it went out, and none went out after a success on record.
    expect(sent.length).toBeLessThanOrEqual(own.length);
    expect(own.slice(0, -1).filter(({ status }) => status === 204)).toEqual([]);
    const end = [state, own.at(-1)?.status === 204, sent.length > 0];
    expect(own.length === DELIVERY_ATTEMPTS && state === 'FAILED' ? SUCCEEDED : end).toEqual(SUCCEEDED);
    for (const [index, { at }] of own.entries()) {
      const before = own[index - 1];
      if (before?.error !== 'STATUS') continue;
      const pauseMs = (DELIVERY_PAUSES[index - 1] ?? 0) * 1000;
      expect(at.getTime() - before.at.getTime()).toBeGreaterThanOrEqual(0.8 * pauseMs - 1);
    }
  }

  // What failed for the deaths alone comes by a replay of what was missed.
  const missed = deliveries.filter(({ state }) => state === 'FAILED').length;
  const since = new Date(upAt - 25 * HOUR * 1000).toISOString();
  for (const id of paths.keys()) await call('POST', `${WEBHOOKS}/${id}/replays`, { since });
  for (let step = 0; step < 10; step += 1) {
    await delivering.replays.step();
    await deliver();
    await pass(1);
  }
  expect(await service.database.webhookDelivery.count({ where: { state: 'SUCCEEDED' } })).toBe(
    ENDPOINTS * EVENTS,
  );
  expect(missed).toBeLessThan(ENDPOINTS * EVENTS);
}, 120_000);
