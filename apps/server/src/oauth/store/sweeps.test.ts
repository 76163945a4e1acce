import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { database, useDatabase } from '../../../test/support/use-database.ts';
import { createSweeps } from './sweeps.ts';

useDatabase({ poolSize: 1 });

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 23, 12, 0, seconds));
const hash = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(32));

beforeEach(async () => {
  await database.oAuthClient.deleteMany();
  const client = { id: 'cli_1', name: 'x', isPublic: true, createdAt: at(0), updatedAt: at(0) };
  await database.oAuthClient.create({ data: client });
});

const addGrant = (id: string, seconds: number) =>
  database.oAuthGrant.create({ data: { id, clientId: 'cli_1', createdAt: at(seconds) } });
const addToken = (
  grantId: string,
  token: { expiresAt: Date; salt?: Uint8Array<ArrayBuffer>; usedAt?: Date },
) =>
  database.oAuthToken.create({
    data: { hash: hash(), kind: 'refresh', grantId, createdAt: at(0), ...token },
  });

it('deletes tokens that have expired, and old grants without any', async () => {
  await addGrant('gra_old', 0);
  await addGrant('gra_kept', 0);
  await addGrant('gra_new', 20);
  await addToken('gra_old', { expiresAt: at(9) });
  await addToken('gra_kept', { expiresAt: at(10) });
  const sweeps = createSweeps(database);
  expect(await sweeps.tokens(at(10))).toBe(false);
  await sweeps.grants(at(10));
  const grants = await database.oAuthGrant.findMany({ orderBy: { id: 'asc' } });
  expect(grants.map(({ id }) => id)).toEqual(['gra_kept', 'gra_new']);
  expect(await database.oAuthToken.count()).toBe(1);
});

it('forgets the salts of successors that are given out no more', async () => {
  await addGrant('gra_1', 0);
  const salt = hash();
  await addToken('gra_1', { expiresAt: at(50), salt, usedAt: at(9) });
  await addToken('gra_1', { expiresAt: at(50), salt, usedAt: at(10) });
  await createSweeps(database).salts(at(10));
  const left = await database.oAuthToken.findMany({ where: { salt: { not: null } } });
  expect(left.map(({ usedAt }) => usedAt)).toEqual([at(10)]);
});

it('deletes device codes that have expired', async () => {
  const device = { clientId: 'cli_1', state: 'pending', intervalSeconds: 5, createdAt: at(0) };
  for (const seconds of [9, 10]) {
    const row = { ...device, hash: hash(), userCodeHash: hash(), expiresAt: at(seconds) };
    await database.oAuthDevice.create({ data: row });
  }
  await createSweeps(database).devices(at(10));
  expect((await database.oAuthDevice.findMany()).map(({ expiresAt }) => expiresAt)).toEqual([at(10)]);
});

it('deletes log-ins on pages that have expired', async () => {
  const user = { id: 'usr_1', username: 'x', displayName: 'x', passwordHash: 'x', scopes: [], locale: 'zh' };
  const times = { createdAt: at(0), updatedAt: at(0), passwordChangedAt: at(0) };
  await database.user.deleteMany();
  await database.user.create({ data: { ...user, ...times } });
  const interaction = { clientId: 'cli_1', userId: 'usr_1', scopes: [], createdAt: at(0) };
  for (const seconds of [9, 10])
    await database.oAuthInteraction.create({
      data: { ...interaction, hash: hash(), expiresAt: at(seconds) },
    });
  expect(await createSweeps(database).interactions(at(10))).toBe(false);
  expect((await database.oAuthInteraction.findMany()).map(({ expiresAt }) => expiresAt)).toEqual([at(10)]);
});
