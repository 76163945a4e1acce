import type { Scope } from '@procurement-intents/contract/bearer';
import { endsAdministrator } from '@procurement-intents/domain/company';
import { expect, it } from 'vitest';
import { OPERATOR } from '../../audit/record-change.ts';
import { createUserStore, type UserChanges } from './user-store.ts';
import { database, useDatabase } from '../../../test/support/use-database.ts';

useDatabase({ poolSize: 2 });

const AT = new Date('2026-11-20T08:00:00Z');
const USERS = [['admin'], ['read:audit', 'admin'], ['read:audit'], []].flatMap((scopes) =>
  [null, AT].map((disabledAt) => ({ scopes: scopes as Scope[], disabledAt })),
);

it.each(USERS)('a user of %j is an administrator in SQL as in the domain', async ({ scopes, disabledAt }) => {
  const users = createUserStore(database);
  const add = async (id: string, its: UserChanges) => {
    const texts = { username: id, displayName: id, locale: 'en', passwordHash: 'none' } as const;
    const times = { passwordChangedAt: AT, createdAt: AT, updatedAt: AT };
    const user = { id, ...texts, ...times, version: 1, approvalLimitFen: null, scopes: [], disabledAt: null };
    await users.insert({ ...user, ...its }, { actor: OPERATOR });
    return { ...user, ...its };
  };
  await database.user.deleteMany();
  const one = await add('usr_one', { scopes, disabledAt });
  const isAdministrator = endsAdministrator(one, { scopes: [] });
  expect(await users.hasAdmin()).toBe(isAdministrator);
  const other = await add('usr_other', { scopes: ['admin'] });
  const changes = { disabledAt: AT };
  const outcome = await users
    .update(other, { actor: OPERATOR, at: AT, action: 'user.disabled', changes })
    .catch(({ code }: { code: string }) => code);
  expect(outcome === 'conflict' ? 'stays' : 'leaves').toBe(isAdministrator ? 'leaves' : 'stays');
});
