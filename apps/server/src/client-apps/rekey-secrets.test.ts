import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../test/support/system-clock.ts';
import { createTestDatabase } from '../../test/support/test-database.ts';
import { openDatabase } from '../postgres/database.ts';
import { createLogger } from '../observability/logger.ts';
import { OPERATOR } from '../audit/record-change.ts';
import { createSecretBox } from '../sealing/secret-box.ts';
import { createApp, rotateSecret } from './manage-apps.ts';
import { rekeySecrets } from './rekey-secrets.ts';
import { createAppStore } from './store/app-store.ts';
import { sealedSecrets } from './store/sealed-secrets.ts';

async function openStore() {
  const test = await createTestDatabase();
  const database = openDatabase(test.url, { poolSize: 2, log: createLogger('silent') });
  onTestFinished(async () => {
    await database.$disconnect();
    await test.drop();
  });
  return { database, store: createAppStore(database), secrets: sealedSecrets(database) };
}

it('seals every secret once with the new key, and leaves none that the old one opens', async () => {
  const { database, store, secrets } = await openStore();
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const before = { store, secretBox: createSecretBox(oldKey), clock: systemClock };
  const first = await createApp(before, { name: 'one' });
  const rotated = await rotateSecret(before, { id: first.app.id, actor: OPERATOR }, 3600);
  const second = await createApp(before, { name: 'two' });

  const after = { secrets, secretBox: createSecretBox(newKey, oldKey), clock: systemClock };
  expect(await rekeySecrets(after, OPERATOR)).toBe(3);
  expect(await rekeySecrets(after, OPERATOR)).toBe(0);

  const records = await database.auditEvent.findMany({ where: { action: 'app.secret_resealed' } });
  expect(records.map(({ subjectId }) => subjectId).toSorted()).toEqual(
    [first.app.id, first.app.id, second.app.id].toSorted(),
  );
  for (const record of records)
    expect(record).toMatchObject({ actorKind: 'operator', before: null, after: null });

  const newAlone = createSecretBox(newKey);
  const opened = (await secrets.list()).map(({ ciphertext, appId }) => newAlone.open(ciphertext, appId));
  expect(opened.toSorted()).toEqual([first.secret, rotated.secret, second.secret].toSorted());
  for (const { ciphertext, appId } of await secrets.list()) {
    expect(() => before.secretBox.open(ciphertext, appId)).toThrow('another key');
  }
});

it('keeps a ciphertext bound to its App: swapped rows do not open', async () => {
  const { database, store, secrets } = await openStore();
  const deps = { store, secretBox: createSecretBox(randomBytes(32)), clock: systemClock };
  const ids = [
    (await createApp(deps, { name: 'one' })).app.id,
    (await createApp(deps, { name: 'two' })).app.id,
  ];
  const [one, two] = await secrets.list();
  await database.appSecret.update({
    where: { id: one?.id ?? '' },
    data: { ciphertext: two?.ciphertext as Uint8Array<ArrayBuffer> },
  });
  const swapped = (await secrets.list()).find(({ id }) => id === one?.id);
  expect(ids).toContain(swapped?.appId);
  expect(() => deps.secretBox.open(swapped?.ciphertext ?? new Uint8Array(), swapped?.appId ?? '')).toThrow(
    'another owner',
  );
});
