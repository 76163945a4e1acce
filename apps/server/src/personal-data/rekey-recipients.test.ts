import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedIntents } from '../../test/support/seed-intents.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { createRecipientBox } from './recipient-box.ts';
import { rekeyRecipients } from './rekey-recipients.ts';
import { recipientRows } from './store/recipient-rows.ts';

const oldKey = randomBytes(32);
const newKey = randomBytes(32);
const before = createRecipientBox([oldKey]);
const after = createRecipientBox([newKey, oldKey]);
const newAlone = createRecipientBox([newKey]);
const RECIPIENT = { recipientName: '张三', address: '北京市朝阳区建国路 88 号', phone: '13800138000' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Rows of an App of their own: by turns in the clear and sealed under the old key. */
async function seedMixed(count: number): Promise<string[]> {
  const { appId } = await service.addApp();
  const rows = await seedIntents(service, count, (index) => {
    const id = `int_${randomUUID().replaceAll('-', '')}`;
    return { appId, id, ...(index % 2 === 0 ? RECIPIENT : before.seal(id, RECIPIENT)) };
  });
  return rows.map(({ id }) => id);
}
const rowsOf = (ids: string[]) => service.database.intent.findMany({ where: { id: { in: ids } } });

it('seals every recipient under the new key, in the clear or not, and touches no version', async () => {
  const ids = await seedMixed(600);
  expect(await rekeyRecipients(recipientRows(service.database), after)).toEqual({ resealed: 600, left: 0 });
  expect(await rekeyRecipients(recipientRows(service.database), after)).toEqual({ resealed: 0, left: 0 });
  for (const row of await rowsOf(ids)) {
    expect(newAlone.open(row)).toMatchObject({ ...RECIPIENT, version: 1 });
    expect(row).toMatchObject({ recipientName: '', phone: '' });
  }
});

it('never overwrites a change that comes between its reading and its writing', async () => {
  const ids = await seedMixed(40);
  const changed = { ...RECIPIENT, address: '上海市人民路 1 号' };
  let isFirst = true;
  // In the clear.
  const database = new Proxy(service.database, {
    get(target, name) {
      if (name !== '$queryRawUnsafe') return Reflect.get(target, name) as unknown;
      return async (sql: string, ...values: unknown[]) => {
        if (isFirst && sql.includes('UPDATE')) {
          isFirst = false;
          await service.database.intent.updateMany({ where: { id: { in: ids } }, data: changed });
        }
        return target.$queryRawUnsafe(sql, ...values);
      };
    },
  });
  const { left } = await rekeyRecipients(recipientRows(database), after);
  expect(left).toBe(0);
  for (const row of await rowsOf(ids)) expect(newAlone.open(row)).toMatchObject(changed);
});

it('leaves rows that were redacted, and rows that somebody holds for another run', async () => {
  const [held = '', redacted = ''] = await seedMixed(2);
  const gone = { recipientName: '***', address: '***', phone: '***', redactedAt: new Date() };
  await service.database.intent.update({ where: { id: redacted }, data: gone });
  await service.database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1 FROM "intents" WHERE "id" = ${held} FOR UPDATE`;
    expect(await rekeyRecipients(recipientRows(service.database), after)).toEqual({ resealed: 0, left: 1 });
  });
  expect(await rekeyRecipients(recipientRows(service.database), after)).toEqual({ resealed: 1, left: 0 });
  expect((await rowsOf([redacted]))[0]).toMatchObject(gone);
});

it('stops at a recipient that no key opens, and says which', async () => {
  const { appId } = await service.addApp();
  const [{ id } = { id: '' }] = await seedIntents(service, 1, () => ({ appId }));
  const data = createRecipientBox([randomBytes(32)]).seal(id, RECIPIENT);
  await service.database.intent.update({ where: { id }, data });
  await expect(rekeyRecipients(recipientRows(service.database), after)).rejects.toThrow(id);
  await service.database.intent.delete({ where: { id } });
});
