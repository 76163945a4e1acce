import { LIMITS } from '@procurement-intents/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exported, type Line } from '../support/export-calls.ts';
import { seedManyIntents } from '../support/seed-many-intents.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService({ graceMs: 86_400_000 });
beforeEach(() => clock.advance(Math.max(0, Date.now() - clock.now().getTime()) + 1000));
afterEach(() => vi.restoreAllMocks());

const SECONDS_A_ROW = 0.003;
const ROWS = Math.ceil((1.2 * LIMITS.listSearchMs) / (1000 * SECONDS_A_ROW));
const SEARCH = `filter[title][like]=${encodeURIComponent('ab1')}`;

/** Each title that a statement looks at takes its time. */
async function withSlowTitles<T>(work: () => Promise<T>): Promise<T> {
  const run = (statement: string) => service.database.$executeRawUnsafe(statement);
  await run(`CREATE FUNCTION "slow"(title text) RETURNS text LANGUAGE plpgsql STABLE
    AS 'BEGIN PERFORM pg_sleep(${SECONDS_A_ROW}); RETURN title; END'`);
  const columns = await service.database.$queryRaw<{ name: string }[]>`
    SELECT column_name::text AS "name" FROM information_schema.columns WHERE table_name = 'intents' ORDER BY ordinal_position`;
  const shown = columns.map(({ name }) => (name === 'title' ? 'slow("title") AS "title"' : `"${name}"`));
  await run('ALTER TABLE "intents" RENAME TO "intents_away"');
  await run(`CREATE VIEW "intents" AS SELECT ${shown.join(', ')} FROM "intents_away"`);
  try {
    return await work();
  } finally {
    await run('DROP VIEW "intents"');
    await run('ALTER TABLE "intents_away" RENAME TO "intents"');
  }
}

it('an export goes on through a search that is too costly at once, and has each match', async () => {
  const signer = await service.addApp();
  await seedManyIntents(service, signer.appId, ROWS);
  const { lines } = await exported(signer);
  const isMatch = ({ title }: Line): boolean => String(title).includes('ab1');
  const matches = lines.filter(isMatch).map(({ id }) => id);
  expect(matches.length).toBeGreaterThan(1);
  const reading = vi.spyOn(service.context.lists, 'readRows');
  const whole = await withSlowTitles(() => exported(signer, `?${SEARCH}&fields=id`));
  // The statement for all of it is one that the database ends.
  expect(reading.mock.settledResults[0]).toMatchObject({
    type: 'rejected',
    value: { errorName: 'LIST_TOO_COSTLY' },
  });
  expect(whole.lines.map(({ id }) => id)).toEqual(matches);
  expect(whole.end).toEqual({ end: { count: matches.length } });
}, 60_000);
