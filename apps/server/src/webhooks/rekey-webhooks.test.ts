import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { database, useDatabase } from '../../test/support/use-database.ts';
import { OPERATOR } from '../audit/record-change.ts';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createSecretBox } from '../sealing/secret-box.ts';
import { createWebhook, rotateWebhookSecret } from './manage-webhooks.ts';
import { rekeyWebhooks } from './rekey-webhooks.ts';
import { sealedKeys, webhookStore } from './store/webhook-store.ts';

useDatabase({ poolSize: 2 });

const clock = createFakeClock();

it('seals every key once with the new data key, with a record of each', async () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const data = { id: 'app_1', name: 'ERP', permissions: [], ipAllowList: [], createdAt: clock.now() };
  await database.app.create({ data });
  const webhooks = webhookStore(database);
  const before = { webhooks, secretBox: createSecretBox(oldKey), clock, loopbackOrigins: new Set<string>() };
  const by = { appId: 'app_1', by: null };
  const register = async (path: string) =>
    (await createWebhook(before, by, { url: `https://erp.example.com/${path}` })).view.id;
  const [one, other] = [await register('one'), await register('other')];
  await rotateWebhookSecret(before, { ...by, id: one }, { graceSeconds: 600 });

  const keys = sealedKeys(database);
  const after = { keys, secretBox: createSecretBox(newKey, oldKey), clock };
  expect(await rekeyWebhooks(after, OPERATOR)).toBe(3);
  expect(await rekeyWebhooks(after, OPERATOR)).toBe(0);

  const records = await database.auditEvent.findMany();
  expect(records.map(({ subjectId }) => subjectId).toSorted()).toEqual([one, one, other].toSorted());
  for (const record of records)
    expect(record).toMatchObject({
      action: 'webhook.secret_resealed',
      actorKind: 'operator',
      createdAt: clock.now(),
      before: null,
      after: null,
    });
  const newAlone = createSecretBox(newKey);
  for (const { ciphertext, webhookId } of await keys.list())
    expect(newAlone.open(ciphertext, webhookId)).toBeTruthy();
});

it('records nothing of a key that has changed since it was read', async () => {
  const keys = sealedKeys(database);
  const [key] = await keys.list();
  const records = () => database.auditEvent.count();
  const known = await records();
  const stale = { ...key!, ciphertext: new Uint8Array(randomBytes(8)) };
  expect(await keys.reseal(stale, key!.ciphertext, { actor: OPERATOR, at: clock.now() })).toBe(false);
  expect(await records()).toBe(known);
});
