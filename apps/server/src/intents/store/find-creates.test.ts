import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { seedIntents } from '../../../test/support/seed-intents.ts';
import { database, useDatabase } from '../../../test/support/use-database.ts';
import { createRecipientBox } from '../../personal-data/recipient-box.ts';
import type { Database } from '../../postgres/database.ts';
import { findIntents } from './find-intents.ts';
import { signedCreates } from './signed-creates.ts';

const APPS = ['app_1', 'app_2'] as const;
const EACH = 30;
const options = { recipients: createRecipientBox([randomBytes(32)]) };

useDatabase({ poolSize: 2 });

/** The database, and the statements that it was given. */
function watched() {
  const statements: string[] = [];
  const rows: Database['rows'] = (text, values) => {
    statements.push(text);
    return database.rows(text, values);
  };
  return { statements, watching: { rows } as Database };
}

it('looks up all keys and signatures of a batch in two statements, each of its own App', async () => {
  const rows = await seedIntents({ database }, APPS.length * EACH, (index) => ({
    appId: APPS[index % 2] ?? '',
    idempotencyKey: `key ${Math.floor(index / 2)}`,
  }));
  await database.signedCreate.createMany({
    data: rows.map(({ appId, idempotencyKey, id, createdAt }) => ({
      appId,
      signature: `signature of ${idempotencyKey}`,
      idempotencyKey,
      intentId: id,
      createdAt,
    })),
  });
  const { statements, watching } = watched();
  const { findByIdempotencyKey } = findIntents(watching, options);
  const { findSignedCreate } = signedCreates(watching);
  const wanted = [...rows, { ...rows[0], idempotencyKey: 'key unknown' }, { ...rows[0], appId: 'app_3' }];
  const found = await Promise.all(
    wanted.map(({ appId = '', idempotencyKey = '' }) =>
      Promise.all([
        findByIdempotencyKey(appId, idempotencyKey),
        findSignedCreate(appId, `signature of ${idempotencyKey}`),
      ]),
    ),
  );
  expect(found).toEqual([
    ...rows.map((row) => [
      expect.objectContaining({ id: row.id, appId: row.appId, createdAt: row.createdAt }),
      {
        appId: row.appId,
        signature: `signature of ${row.idempotencyKey}`,
        idempotencyKey: row.idempotencyKey,
        intentId: row.id,
        createdAt: row.createdAt,
      },
    ]),
    [null, null],
    [null, null],
  ]);
  expect(statements).toHaveLength(2);
});

it('keeps all new signatures of a batch in one statement, and each for the first intent', async () => {
  const { statements, watching } = watched();
  const { keepSignature, findSignedCreate } = signedCreates(watching);
  const signed = Array.from({ length: EACH }, (_, index) => ({
    appId: APPS[index % 2] ?? '',
    signature: `signature ${index}`,
    idempotencyKey: `key ${index}`,
    intentId: `in_${index}`,
    createdAt: new Date(),
  }));
  const [first] = signed;
  if (!first) throw new Error('none');
  // The first one twice at once, for two intents.
  const both = [...signed, { ...first, intentId: 'in_other' }];
  expect(await Promise.all(both.map(keepSignature))).toEqual([...signed.map(() => true), false]);
  expect(statements).toHaveLength(2);
  expect(await Promise.all(signed.map(keepSignature))).toEqual(signed.map(() => false));
  const stored = await Promise.all(signed.map(({ appId, signature }) => findSignedCreate(appId, signature)));
  expect(stored).toEqual(signed);
});
