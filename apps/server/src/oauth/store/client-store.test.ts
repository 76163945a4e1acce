import { presentClient } from '@procurement-intents/domain/oauth';
import { expect, it } from 'vitest';
import { database, useDatabase } from '../../../test/support/use-database.ts';
import { SERVICE } from '../../audit/record-change.ts';
import { type ClientRow, createClientStore } from './client-store.ts';

useDatabase({ poolSize: 2 });

const NOW = new Date('2026-11-23T12:00:00.000Z');
const CLIENT: ClientRow = {
  id: 'cli_1',
  name: 'Ledger',
  secretHash: null,
  previousSecretHash: null,
  previousSecretUntil: null,
  redirectUris: [],
  scopes: ['read:orders'],
  grantTypes: [],
  isPublic: true,
  makerId: null,
  disabledAt: null,
  createdAt: NOW,
  updatedAt: NOW,
  version: 1,
};

it('a client is changed in the version that was read alone, and each change is recorded', async () => {
  const store = createClientStore(database);
  await store.insert(CLIENT, { actor: SERVICE });
  await store.insert({ ...CLIENT, id: 'cli_2' }, { actor: SERVICE });
  const disable = (before: ClientRow) =>
    store.update(before, {
      actor: SERVICE,
      at: NOW,
      action: 'oauth_client.disabled',
      changes: { disabledAt: NOW },
    });
  const after = { ...CLIENT, disabledAt: NOW, version: 2 };
  expect(await disable(CLIENT)).toEqual(after);
  expect(await disable(CLIENT)).toBeNull();
  expect(await store.find('cli_1')).toEqual(after);
  expect(await store.find('cli_2')).toMatchObject({ disabledAt: null, version: 1 });
  const events = await database.auditEvent.findMany({
    where: { subjectId: 'cli_1' },
    orderBy: { id: 'asc' },
  });
  const [created, disabled] = [presentClient(CLIENT), presentClient(after)].map((shown) =>
    structuredClone(shown),
  );
  expect(events.map(({ action, before, after: shown }) => [action, before, shown])).toEqual([
    ['oauth_client.created', null, created],
    ['oauth_client.disabled', created, disabled],
  ]);
});
