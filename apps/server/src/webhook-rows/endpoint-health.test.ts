import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import {
  type EndpointHealth,
  healthAfter as healthAfterRule,
  HEALTHY as HEALTHY_RULE,
  isDisableDue as isDisableDueRule,
  isFailing as isFailingRule,
} from '@procurement-intents/domain/webhooks';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { database, useDatabase } from '../../test/support/use-database.ts';
import { healthAfter, HEALTHY, isDisableDue, isFailing } from './endpoint-health.ts';

// These rules are in packages/domain, for the service in memory, and in SQL, where all rows are. Both get the same cases.

useDatabase({ poolSize: 1 });
const NOW = new Date('2026-11-05T06:07:08.901Z');
const HOUR_MS = 3_600_000;
beforeAll(async () => {
  await database.$executeRawUnsafe(`
    CREATE OR REPLACE FUNCTION "service_now"() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT '${NOW.toISOString()}'::timestamptz $$`);
});

const { failingHours, disabledHours, disabledDays } = WEBHOOK_LIMITS;
/** Times about those at which something becomes due, to the millisecond. */
const time = fc
  .tuple(fc.constantFrom(0, failingHours, disabledHours), fc.integer({ min: -2, max: 2 }))
  .map(([hours, ms]) => new Date(NOW.getTime() - hours * HOUR_MS + ms));
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
const health = fc.record({
  failingSince: perhaps(time),
  failedDays: fc.integer({ min: 0, max: disabledDays + 1 }),
  lastFailedDay: perhaps(time.map((at) => at.toISOString().slice(0, 10))),
  isFailingTold: fc.boolean(),
});
const cases = fc.array(fc.record({ health, isTaken: fc.boolean() }), { minLength: 100, maxLength: 100 });
const RUNS = { numRuns: 5 };

const idAt = (index: number): string => `wh_${String(index).padStart(3, '0')}`;

/** Stores lanes in place of those before. */
async function store(all: readonly EndpointHealth[]): Promise<void> {
  await database.webhookLane.deleteMany();
  await database.webhookLane.createMany({
    data: all.map(({ lastFailedDay, ...rest }, index) => ({
      ...rest,
      webhookId: idAt(index),
      lastFailedDay: lastFailedDay === null ? null : new Date(lastFailedDay),
    })),
  });
}

async function readStored(): Promise<EndpointHealth[]> {
  const rows = await database.webhookLane.findMany({ orderBy: { webhookId: 'asc' } });
  return rows.map(({ failingSince, failedDays, lastFailedDay, isFailingTold }) => ({
    failingSince,
    failedDays,
    lastFailedDay: lastFailedDay?.toISOString().slice(0, 10) ?? null,
    isFailingTold,
  }));
}

it('one request says the same of its endpoint', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (all) => {
      await store(all.map((one) => one.health));
      await database.rows(
        `WITH today AS (SELECT (service_now() AT TIME ZONE 'UTC')::date AS "day")
        UPDATE "webhook_lanes" AS l SET ${healthAfter('l', 'r', 'today."day"')}
        FROM today, (
          SELECT "webhookId", "isTaken" AS "hasSuccess", true AS "isJudged", 1 AS "count"
          FROM unnest($1::text[], $2::boolean[]) AS t("webhookId", "isTaken")) AS r
        WHERE l."webhookId" = r."webhookId"`,
        [all.map((_, index) => idAt(index)), all.map(({ isTaken }) => isTaken)],
      );
      expect(await readStored()).toEqual(all.map((one) => healthAfterRule(one.health, one.isTaken, NOW)));
    }),
    RUNS,
  );
});

it('an endpoint is failing, and to be disabled, by the same rules', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (all) => {
      await store(all.map((one) => one.health));
      const due = isDisableDue('l', { hours: '$2::int', days: '$3::int' });
      const rows = await database.rows(
        `SELECT (${isFailing('l', '$1::int')}) IS TRUE AS "isFailing", (${due}) IS TRUE AS "isDisableDue"
        FROM "webhook_lanes" AS l ORDER BY "webhookId"`,
        [failingHours, disabledHours, disabledDays],
      );
      const expected = all.map((one) => ({
        isFailing: isFailingRule(one.health, NOW),
        isDisableDue: isDisableDueRule(one.health, NOW),
      }));
      expect(rows).toEqual(expected);
    }),
    RUNS,
  );
});

it('an endpoint begins anew with the same health', async () => {
  await store([{ failingSince: NOW, failedDays: 2, lastFailedDay: '2026-11-05', isFailingTold: true }]);
  await database.rows(`UPDATE "webhook_lanes" SET ${HEALTHY}`);
  expect(await readStored()).toEqual([HEALTHY_RULE]);
});
