import { doShopsOverlap, shopKeyOf } from '@procurement-intents/domain/procurement';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { service, useService } from '../support/use-service.ts';

useService();
/** Of what is drawn: another one in each run, which the name of the test tells. */
const SEED = Date.now() % 2 ** 31;

it(`two shops of seed ${SEED} overlap in the same way, so that the database keeps them apart`, async () => {
  const [{ definition } = { definition: '' }] = await service.database.$queryRaw<{ definition: string }[]>`
    SELECT pg_get_constraintdef("oid") AS "definition" FROM pg_constraint WHERE "conname" = 'suppliers_shops_apart'`;
  const range = /shop_range\(.*'::text\)/.exec(definition)?.[0] ?? '';
  const host = fc.constantFrom('a.example', 'a.example:8080', 'a.example2', 'b.example');
  const segment = fc.oneof(
    fc.constantFrom('', 's', 'st', 'store', 'store-2', '鼠标'),
    fc.string({ maxLength: 4 }).map(encodeURIComponent),
  );
  const address = fc.tuple(host, fc.array(segment, { maxLength: 3 }));
  const key = address
    .map(([at, segments]) => shopKeyOf(`https://${[at, ...segments].join('/')}`))
    .filter((each) => each !== null);
  const pairs = fc.sample(fc.record({ one: key, other: key }), { numRuns: 500, seed: SEED });
  const stored = await service.database.$queryRawUnsafe<{ overlap: boolean }[]>(
    `SELECT (SELECT ${range} FROM (SELECT p."one" AS "shopKey") AS s)
        && (SELECT ${range} FROM (SELECT p."other" AS "shopKey") AS s) AS "overlap"
      FROM jsonb_to_recordset($1::jsonb) AS p("one" text, "other" text)`,
    JSON.stringify(pairs),
  );
  const overlaps = pairs.map(({ one, other }) => ({ overlap: doShopsOverlap(one, other) }));
  expect(stored).toEqual(overlaps);
  expect(new Set(overlaps.map(({ overlap }) => overlap)).size).toBe(2);
});
