import { EVENT_TYPES, type EventRow, EVENTS } from '@procurement-intents/contract';
import { REDACTED } from '@procurement-intents/domain';
import { expect, it } from 'vitest';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import { INTENT_TEXTS } from '../../personal-data/personal-texts.ts';
import { redactIntents } from './redact-intents.ts';
import { seedIntents } from '../../../test/support/seed-intents.ts';
import { storedEvents } from '../../../test/support/stored-intent.ts';
import { database, useDatabase } from '../../../test/support/use-database.ts';

const ENDED = { appId: 'app_1', status: 'CANCELLED', cancelledAt: new Date() } as const;

useDatabase({ poolSize: 2 });

it('overwrites each column of text that is personal, leaves the others, and knows all of the table', async () => {
  const columns = await database.rows<{ name: string }>(
    `SELECT attname AS "name" FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
     WHERE attrelid = '"intents"'::regclass AND attnum > 0 AND NOT attisdropped
       AND (typcategory = 'S' OR typname LIKE 'json%')`,
  );
  const keyOf = new Map(INTENTS.keys.map((key) => [INTENTS.name(key), key]));
  const keys = columns.map(({ name }) => keyOf.get(`"${name}"`));
  expect(keys.toSorted()).toEqual(Object.keys(INTENT_TEXTS).toSorted());

  const texts = Object.fromEntries(
    keys.map((key) => [key, key === 'labels' ? { label: 'of somebody' } : `${key} of somebody`]),
  );
  const [{ id } = { id: '' }] = await seedIntents({ database }, 1, () => ({ ...ENDED, ...texts }));
  expect(await redactIntents(database).redact({ ids: [id] })).toBe(1);
  const [row] = await database.rows<object>(
    `SELECT ${INTENTS.read(Object.keys(INTENT_TEXTS) as (keyof typeof INTENT_TEXTS)[])} FROM "intents" WHERE "id" = $1`,
    [id],
  );
  const kinds = new Map<string, string>(Object.entries(INTENT_TEXTS));
  const isKept = (key: string): boolean => kinds.get(key) === 'kept';
  expect(row).toEqual(
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, isKept(key) ? text : REDACTED])),
  );
});

it('overwrites the details of events that are personal, and leaves the others', async () => {
  const [{ id } = { id: '' }] = await seedIntents({ database }, 1, () => ENDED);
  const events = EVENT_TYPES.map((type) => ({ intentId: id, type, at: new Date(), detail: type }));
  await database.intentEvent.createMany({ data: events });
  expect(await redactIntents(database).redact({ ids: [id] })).toBe(1);
  const details = (await storedEvents(database, id)).map(({ detail }) => detail);
  const kept = EVENT_TYPES.map((type) => {
    const { detail }: EventRow = EVENTS[type];
    return detail?.isPersonal ? REDACTED : type;
  });
  expect(kept).toContain(REDACTED);
  expect(details).toEqual([...kept, null]);
});
