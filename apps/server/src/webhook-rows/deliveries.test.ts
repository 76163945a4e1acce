import { EVENT_TYPES, PERMISSIONS } from '@procurement-intents/contract';
import { ATTEMPT_TRIGGERS, DELIVERY_STATES, EVERY_TYPE } from '@procurement-intents/contract/webhooks';
import {
  getsEvent as getsEventRule,
  isMissed as isMissedRule,
  isServed as isServedRule,
  mayHaveEvents as mayHaveEventsRule,
  queuedAgain,
  stateOf as stateRule,
} from '@procurement-intents/domain/webhooks';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { database, useDatabase } from '../../test/support/use-database.ts';
import { newUuid } from '../new-uuid.ts';
import { getsEvent, isMissed, isUnderWay, queueAgain, stateOf } from './deliveries.ts';
import { isServed, mayHaveEvents } from './lanes.ts';

// These rules are in packages/domain, for the service in memory, and in SQL, where all rows are. Both get the same cases.

useDatabase({ poolSize: 1 });
const NOW = new Date('2026-11-05T06:07:08.901Z');
beforeAll(async () => {
  await database.$executeRawUnsafe(`
    CREATE OR REPLACE FUNCTION "service_now"() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT '${NOW.toISOString()}'::timestamptz $$`);
});

/** Times before, at and after the present one, to the millisecond. */
const time = fc
  .oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -86_400_000, max: 86_400_000 }))
  .map((ms) => new Date(NOW.getTime() + ms));
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
const STATES = Object.keys(DELIVERY_STATES) as (keyof typeof DELIVERY_STATES)[];
const state = fc.constantFrom(...STATES);
const delivery = fc.record({
  state,
  trigger: fc.constantFrom(...ATTEMPT_TRIGGERS),
  dueAt: perhaps(time),
  isSending: fc.boolean(),
  resumeState: perhaps(state),
  resumeAt: perhaps(time),
  queuedAt: time,
});
const deliveries = fc.array(delivery, { minLength: 100, maxLength: 100 });
type Delivery = typeof delivery extends fc.Arbitrary<infer One> ? One : never;

const EVENT = {
  webhookId: 'wh_1',
  appId: 'app_1',
  publishedAt: NOW,
  eventId: newUuid(),
  type: 'intent.created',
  subjectId: 'int_1',
  createdAt: NOW,
};

/** Stores deliveries in place of those before. */
async function store(cases: readonly Delivery[]): Promise<void> {
  const rows = cases.map((one, index) => ({ ...EVENT, ...one, id: newUuid(), sequence: BigInt(index) }));
  await database.webhookDelivery.deleteMany();
  await database.webhookDelivery.createMany({ data: rows });
}

const RUNS = { numRuns: 5 };

describe('a delivery', () => {
  it.each(['RETRY', 'REPLAY'] as const)('is queued again by a %s in the same way', async (trigger) => {
    await fc.assert(
      fc.asyncProperty(deliveries, async (cases) => {
        await store(cases);
        await database.rows(`
          UPDATE "webhook_deliveries" AS d SET ${queueAgain('d', trigger)} WHERE NOT ${isUnderWay('d')}`);
        const stored = await database.webhookDelivery.findMany({ orderBy: { sequence: 'asc' } });
        const expected = cases.map((one) => queuedAgain(one, trigger, NOW) ?? one);
        expect(stored).toMatchObject(expected);
      }),
      RUNS,
    );
  });

  it('has not been taken, and is over, by the same rules', async () => {
    const endpoint = fc.record({ isDisabled: fc.boolean(), endUpTo: perhaps(time) });
    await fc.assert(
      fc.asyncProperty(deliveries, endpoint, async (cases, closing) => {
        await store(cases);
        const rows = await database.rows(
          `SELECT ${isMissed('d')} AS "isMissed", ${stateOf('d', { isDisabled: '$1::boolean', endUpTo: '$2::timestamptz' })} AS "state"
          FROM "webhook_deliveries" AS d ORDER BY "sequence"`,
          [closing.isDisabled, closing.endUpTo],
        );
        const rest = { id: '', sequence: 0, attempt: 0, lastStatus: null };
        const expected = cases.map((one) => ({
          isMissed: isMissedRule(one),
          state: stateRule({ ...EVENT, ...rest, ...one }, closing),
        }));
        expect(rows).toEqual(expected);
      }),
      RUNS,
    );
  });
});

it('endpoints and replays get the same events', async () => {
  const type = fc.constantFrom(...EVENT_TYPES);
  const asked = fc.record({
    types: fc.oneof(fc.constant([EVERY_TYPE]), fc.array(fc.constantFrom(EVERY_TYPE, ...EVENT_TYPES))),
    type,
    subjectId: fc.constantFrom(EVENT.webhookId, EVENT.subjectId),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 100, maxLength: 100 }), async (cases) => {
      const rows = await database.rows(
        `SELECT ${getsEvent('$2::text', 'ARRAY(SELECT jsonb_array_elements_text(c."types"))', 'c')} AS "gets"
        FROM jsonb_to_recordset($1::jsonb) AS c("types" jsonb, "type" text, "subjectId" text)`,
        [JSON.stringify(cases), EVENT.webhookId],
      );
      expect(rows).toEqual(cases.map((one) => ({ gets: getsEventRule(EVENT.webhookId, one.types, one) })));
    }),
    RUNS,
  );
});

it('endpoints are served, and Apps may have events, by the same rules', async () => {
  const app = fc.record({
    permissions: fc.uniqueArray(fc.constantFrom(...PERMISSIONS)),
    disabledAt: perhaps(time),
  });
  const pair = fc.record({ app, endpoint: fc.record({ disabledAt: perhaps(time) }) });
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { minLength: 100, maxLength: 100 }), async (cases) => {
      const rows = await database.rows(
        `SELECT ${isServed('e', 'a')} AS "isServed", ${mayHaveEvents('a')} AS "mayHaveEvents"
        FROM jsonb_to_recordset($1::jsonb) AS c("app" jsonb, "endpoint" jsonb),
          jsonb_to_record(c."app") AS a("permissions" text[], "disabledAt" timestamptz),
          jsonb_to_record(c."endpoint") AS e("disabledAt" timestamptz)`,
        [JSON.stringify(cases)],
      );
      const expected = cases.map((one) => ({
        isServed: isServedRule(one.endpoint, one.app),
        mayHaveEvents: mayHaveEventsRule(one.app),
      }));
      expect(rows).toEqual(expected);
    }),
    RUNS,
  );
});
