import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIGRATIONS_DIR } from '../../src/open-database.ts';
import { createMigrationCase } from '../support/migration-case.ts';

const MIGRATION = '20261124030000_states_before_the_first_release';

/** A row of `intents` in each of these states, in SQL. */
const ROWS = [
  [
    'int_late',
    'FAILED',
    `"dispatchAt" = now() + interval '1 h', "reconcileStep" = 2, "placementToken" = 'pi_late'`,
  ],
  ['int_numberless', 'CANCELLED', `"dispatchAt" = now()`],
  ['int_looked', 'FAILED', `"reconcileStep" = 4, "placementToken" = 'looked'`],
  ['int_owed', 'FAILED', `"dispatchAt" = now(), "reconcileStep" = 1, "placementToken" = 'owed'`],
  [
    'int_open',
    'PROCESSING',
    `"dispatchAt" = now(), "placementToken" = 'pi_open', "placingUntil" = now() + interval '1 min'`,
  ],
  ['int_tracked', 'COMPLETED', `"dispatchAt" = now(), "placementToken" = 'tracked', "orderId" = 'A-1'`],
];
const EVENT = `"intentId", "type", "at"`;

it('moves look-ups that rows of intents have, drops events of no App, and leaves open purchases as they are', async () => {
  const { dir, migrate, query } = await createMigrationCase();
  cpSync(MIGRATIONS_DIR, dir, { recursive: true });
  for (const name of readdirSync(dir))
    if (/^\d/.test(name) && name >= MIGRATION) rmSync(join(dir, name), { recursive: true });
  await migrate();
  for (const [id, status, changes] of ROWS) {
    await query(`INSERT INTO "intents" ("id", "appId", "userId", "platform", "productUrl", "title", "priceFen", "quantity", "totalFen",
        "recipientName", "address", "phone", "status", "version", "idempotencyKey", "requestHash", "createdAt", "updatedAt")
      VALUES ('${id}', 'app_1', 'user', 'PLATFORM_A', 'https://a.example/1', 'x', 1, 1, 1, '', '', '', '${status}', 1, '${id}', '', now(), now())`);
    await query(`UPDATE "intents" SET ${changes} WHERE "id" = '${id}'`);
  }
  await query(`INSERT INTO "order_lookups" ("intentId", "appId", "platform", "merchantOrderNo", "step", "dueAt", "createdAt")
    VALUES ('int_owed', 'app_1', 'PLATFORM_A', 'owed', 3, now(), now())`);
  await query(
    `INSERT INTO "intent_events" (${EVENT}) VALUES ('int_deleted', 'intent.deleted', now()), ('int_open', 'intent.updated', now())`,
  );
  const kept = `SELECT * FROM "intents" WHERE "id" IN ('int_open', 'int_tracked', 'int_looked') ORDER BY "id"`;
  const before = await query(kept);
  cpSync(join(MIGRATIONS_DIR, MIGRATION), join(dir, MIGRATION), { recursive: true });
  expect(await migrate()).toEqual([MIGRATION]);
  expect(await query(kept)).toEqual(before);
  expect(await query(`SELECT "id" FROM "intents" WHERE "dispatchAt" IS NOT NULL ORDER BY "id"`)).toEqual([
    ['int_open'],
    ['int_tracked'],
  ]);
  const lookups = `SELECT "intentId", "appId", "merchantOrderNo", "step", "dueAt" <= now() FROM "order_lookups" ORDER BY "intentId"`;
  expect(await query(lookups)).toEqual([
    ['int_late', 'app_1', 'pi_late', 0, true],
    ['int_owed', 'app_1', 'owed', 3, true],
  ]);
  const events = `SELECT e."intentId", e."appId" FROM "unpublished_events" JOIN "intent_events" AS e USING ("id")`;
  expect(await query(events)).toEqual([['int_open', 'app_1']]);
});
