import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { database, useDatabase } from '../../../test/support/use-database.ts';
import { createDeviceStore } from './device-store.ts';

useDatabase({ poolSize: 1 });

const NOW = new Date('2026-11-23T12:00:00.000Z');
const hash = () => new Uint8Array(randomBytes(32));
beforeEach(async () => {
  await database.oAuthClient.deleteMany();
  const client = { id: 'cli_1', name: 'x', isPublic: true, createdAt: NOW, updatedAt: NOW };
  await database.oAuthClient.create({ data: client });
});

it('a user code is given once, and another failure is told', async () => {
  const store = createDeviceStore(database);
  const userCodeHash = hash();
  const insert = (clientId: string) =>
    store.insert({ hash: hash(), userCodeHash, clientId, scopes: [], at: NOW, expiresAt: NOW });
  expect(await insert('cli_1')).toBe('inserted');
  expect(await insert('cli_1')).toBe('taken');
  await database.oAuthDevice.deleteMany();
  await expect(insert('cli_unknown')).rejects.toThrow();
});
