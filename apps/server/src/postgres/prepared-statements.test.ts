import { describe, expect, it } from 'vitest';
import { PreparedStatements } from './prepared-statements.ts';

const MB = 1024 * 1024;

/** With tables of these sizes; null: it has partitions, of which no size is read. */
async function prepared(sizes: Record<string, number>) {
  const statements = new PreparedStatements();
  const measure = (bytes: Record<string, number>) =>
    statements.measure({
      $queryRaw: (async () =>
        Object.entries(bytes).map(([name, size]) => ({ name, bytes: BigInt(size) }))) as never,
    });
  await measure(sizes);
  return { nameOf: (sql: string) => statements.nameOf(sql), measure };
}

describe('a statement is prepared', () => {
  const SELECT = 'SELECT 1 FROM "intents" JOIN "archived_keys" USING ("id")';

  it('when the tables that it reads are large', async () => {
    expect((await prepared({ intents: 2 * MB, archived_keys: 2 * MB })).nameOf(SELECT)).toEqual(
      expect.any(String),
    );
    expect((await prepared({ intents: MB, archived_keys: 2 * MB })).nameOf(SELECT)).toBeUndefined();
    expect((await prepared({ intents: 2 * MB, archived_keys: 8192 })).nameOf(SELECT)).toBeUndefined();
  });

  it('whatever the size of a table to which it only adds', async () => {
    const { nameOf } = await prepared({ intents: 2 * MB, unpublished_events: 8192 });
    const add = `WITH added AS (SELECT 1 FROM "intents") INSERT INTO "unpublished_events" SELECT * FROM added`;
    expect(nameOf(add)).toEqual(expect.any(String));
    expect(nameOf(`${add} WHERE NOT EXISTS (SELECT 1 FROM "unpublished_events")`)).toBeUndefined();
  });

  it('while a table is empty, and by another name once it has rows', async () => {
    const { nameOf, measure } = await prepared({ intents: 2 * MB, archived_keys: 0 });
    const whileEmpty = nameOf(SELECT);
    expect(whileEmpty).toEqual(expect.any(String));
    await measure({ intents: 2 * MB, archived_keys: 8192 });
    expect(nameOf(SELECT)).toBeUndefined();
    await measure({ intents: 2 * MB, archived_keys: 2 * MB });
    expect(nameOf(SELECT)).not.toBe(whileEmpty);
  });

  it('not when it reads a table with partitions, whose values leave most of them out', async () => {
    const { nameOf } = await prepared({ intents: 2 * MB });
    expect(nameOf('SELECT 1 FROM "archived_intents"')).toBeUndefined();
  });
});
