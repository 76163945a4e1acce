import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareFunctionsFiles, printFunctionsFile } from './functions-file.ts';
import { type DatabaseClient, withMigratedDatabase } from './migrated-database.ts';
import { readDefinitions } from './read-definitions.ts';

const PRISMA = new URL('../../apps/server/prisma/', import.meta.url);
const present = readFileSync(new URL('functions.sql', PRISMA), 'utf8');

let client: DatabaseClient;
let close: () => void;
let isClosed: Promise<void>;

beforeAll(async () => {
  await new Promise<void>((resolve, reject) => {
    isClosed = withMigratedDatabase(fileURLToPath(new URL('migrations', PRISMA)), (opened) => {
      client = opened;
      resolve();
      return new Promise<void>((end) => (close = end));
    });
    isClosed.catch(reject);
  });
}, 60_000);
afterAll(async () => {
  close();
  await isClosed;
});

/** What the check reports when a migration also ran `change`. */
async function problemsAfter(change: string): Promise<string[]> {
  await client.query('BEGIN');
  try {
    await client.query(change);
    return compareFunctionsFiles(present, printFunctionsFile(await readDefinitions(client), present));
  } finally {
    await client.query('ROLLBACK');
  }
}

const FUNCTION = `CREATE OR REPLACE FUNCTION "keep_open"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NEW;
END $$`;

/** Migrations that change a rule, and a line that the report must contain. */
const CHANGES: Record<string, [sql: string, line: string]> = {
  'drops a trigger': [
    'DROP TRIGGER "intents_early_end" ON "intents"',
    'CREATE TRIGGER intents_early_end BEFORE UPDATE OF status ON intents',
  ],
  'disables a trigger': [
    'ALTER TABLE "intents" DISABLE TRIGGER "intents_early_end"',
    'ALTER TABLE intents DISABLE TRIGGER intents_early_end;',
  ],
  'changes the condition of a trigger': [
    `DROP TRIGGER "intents_early_end" ON "intents";
     CREATE TRIGGER "intents_early_end" BEFORE UPDATE OF "status" ON "intents" FOR EACH ROW
     WHEN (NEW."status" = 'FAILED') EXECUTE FUNCTION "keep_open"()`,
    `  WHEN (new.status = 'FAILED'::"IntentStatus")`,
  ],
  'changes a function': [FUNCTION, '  RETURN NEW;'],
  'adds a function': [
    'CREATE FUNCTION "twice"("n" int) RETURNS int LANGUAGE sql AS $$ SELECT 2 * "n" $$',
    'without a comment above it: CREATE OR REPLACE FUNCTION public.twice(n integer)',
  ],
  'drops a partial index': [
    'DROP INDEX "intent_counts_unfolded_idx"',
    'CREATE INDEX intent_counts_unfolded_idx ON intent_counts USING btree (id)',
  ],
  'drops an expression index': [
    'DROP INDEX "intents_redactable_idx"',
    'CREATE INDEX intents_redactable_idx ON intents USING btree (COALESCE("completedAt", "cancelledAt", "updatedAt"))',
  ],
  'drops the included columns of an index': [
    `DROP INDEX "intents_appId_createdAt_id_filters_idx";
     CREATE INDEX "intents_appId_createdAt_id_filters_idx" ON "intents"("appId", "createdAt" DESC, "id" DESC)`,
    '  INCLUDE (title, status, platform);',
  ],
  'adds a check': [
    'ALTER TABLE "intents" ADD CONSTRAINT "positive" CHECK ("quantity" > 0)',
    'ALTER TABLE intents ADD CONSTRAINT positive CHECK (quantity > 0);',
  ],
  'defers a foreign key': [
    'ALTER TABLE "app_secrets" ALTER CONSTRAINT "app_secrets_appId_fkey" DEFERRABLE INITIALLY DEFERRED',
    'ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;',
  ],
  'resets a storage parameter': [
    'ALTER TABLE "intents" RESET (fillfactor)',
    'ALTER TABLE intents SET (fillfactor=70);',
  ],
};

describe('functions.sql', () => {
  it('is what the migrations leave', async () => {
    expect(await problemsAfter('SELECT 1')).toEqual([]);
  });

  it.each(Object.entries(CHANGES))('fails the check when a migration %s', async (_name, [change, line]) => {
    expect((await problemsAfter(change)).join('\n')).toContain(line);
  });

  it('is written with the comments that it has', async () => {
    expect(printFunctionsFile(await readDefinitions(client), present)).toBe(present);
    expect(compareFunctionsFiles(present.replace('RETURN NULL;', 'RETURN OLD;'), present)).toHaveLength(2);
  });

  it('has its statements in the order of tables and names', () => {
    const [head, first = '', ...others] = present.split(/(?=\n-- =====)/);
    const problems = compareFunctionsFiles([head, ...others, first].join(''), present);
    expect(problems).toEqual(['functions.sql is in another order']);
  });
});
