import { expect, it, vi } from 'vitest';
import { database, useDatabase } from '../../test/support/use-database.ts';
import { type Change, SERVICE } from '../audit/record-change.ts';
import type { Database } from '../postgres/database.ts';
import type { Transaction } from '../postgres/transaction.ts';
import {
  type CreateKey,
  created,
  createOnce,
  foundMade,
  freeKey,
  type WorkResult,
  unchanged,
  write,
} from './unit-of-work.ts';

useDatabase({ poolSize: 3 });

const AT = new Date('2026-11-23T12:00:00.000Z');
const BY = { actor: SERVICE, at: AT };
const disabled = (id: string): Change => ({ action: 'app.disabled', subjectId: id });

const insert = (transaction: Transaction, id: string) =>
  transaction.app.create({ data: { id, name: id, permissions: [], ipAllowList: [], createdAt: AT } });
const has = async (id: string) => (await database.app.count({ where: { id } })) === 1;
const recordsOf = async (subjectId: string) =>
  (await database.auditEvent.findMany({ where: { subjectId } })).map(({ action, actorKind, createdAt }) => ({
    action,
    actorKind,
    createdAt,
  }));

const keyOf = (key: string): CreateKey => ({ ownerId: 'usr_1', key, requestHash: 'hash' });
const make = (id: string, key: CreateKey, on: Database = database) =>
  createOnce(on, { ...BY, key }, id, async (transaction) => {
    await insert(transaction, id);
    return created({ action: 'app.created', subjectId: id });
  });

it('writes a change with its record', async () => {
  const work = async (transaction: Transaction) => {
    await insert(transaction, 'app_1');
    return { result: 7, change: disabled('app_1') };
  };
  expect(await write(database, BY, work)).toBe(7);
  expect(await has('app_1')).toBe(true);
  expect(await recordsOf('app_1')).toEqual([{ action: 'app.disabled', actorKind: 'service', createdAt: AT }]);
});

it('writes neither when one of the two fails', async () => {
  const write2 = (change: Change) =>
    write(database, BY, async (transaction) => {
      await insert(transaction, 'app_2');
      return { result: null, change };
    });
  const unrecordable = { ...disabled('app_2'), subjectId: null as never };
  await expect(write2(unrecordable)).rejects.toThrow();
  expect([await has('app_2'), await recordsOf('app_2')]).toEqual([false, []]);
});

it('leaves nothing of what is no change', async () => {
  const answer = await write(database, BY, async (transaction) => {
    await insert(transaction, 'app_3');
    return unchanged('refused');
  });
  expect(answer).toBe('refused');
  expect([await has('app_3'), await recordsOf('app_3')]).toEqual([false, []]);
});

it('runs after the commit what waits for it, and never after a rollback', async () => {
  const told: string[] = [];
  const tell = (id: string, end: () => WorkResult<null>) =>
    write(database, BY, async (transaction, afterCommit) => {
      // By another connection, which sees only what is committed.
      afterCommit(() => void has(id).then((isThere) => told.push(`${id} ${isThere}`)));
      await insert(transaction, id);
      expect(await has(id)).toBe(false);
      return end();
    });
  await tell('app_10', () => ({ result: null, change: disabled('app_10') }));
  await tell('app_11', () => unchanged(null));
  const failing = tell('app_12', () => {
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  await vi.waitFor(() => expect(told).toEqual(['app_10 true']));
});

it("keeps no record of an App's own change", async () => {
  await write(database, null, async (transaction) => {
    await insert(transaction, 'app_4');
    return { result: null, change: disabled('app_4') };
  });
  expect([await has('app_4'), await recordsOf('app_4')]).toEqual([true, []]);
});

it('creates once under a key, and again once that is deleted', async () => {
  const key = keyOf('once');
  expect(await make('app_5', key)).toEqual({ isReplay: false });
  expect(await make('app_6', key)).toEqual({ isReplay: true, resourceId: 'app_5' });
  expect([await has('app_6'), await recordsOf('app_6')]).toEqual([false, []]);
  const other = make('app_6', { ...key, requestHash: 'another hash' });
  await expect(other).rejects.toMatchObject({ code: 'conflict' });
  await write(database, BY, async (transaction) => {
    await freeKey(transaction, 'app_5');
    return { result: null, change: disabled('app_5') };
  });
  expect(await make('app_6', key)).toEqual({ isReplay: false });
});

it('takes no key for a create that is refused', async () => {
  const key = keyOf('refused');
  const refused = await createOnce(database, { ...BY, key }, 'app_7', async (transaction) => {
    await insert(transaction, 'app_7');
    return unchanged('full');
  });
  expect([refused, await has('app_7')]).toEqual(['full', false]);
  expect(await make('app_7', key)).toEqual({ isReplay: false });
});

it('answers a conflict when what a key made is deleted while the key is looked up', async () => {
  const key = keyOf('raced');
  await make('app_8', key);
  const racing = database.$extends({
    query: {
      idempotentCreate: {
        async createMany({ args, query }) {
          const taken = await query(args);
          await database.idempotentCreate.deleteMany({ where: { key: key.key } });
          return taken;
        },
      },
    },
  });
  const again = make('app_9', key, racing as unknown as Database);
  await expect(again).rejects.toMatchObject({ code: 'conflict' });
  expect(await has('app_9')).toBe(false);
  expect(() => foundMade(null)).toThrow(expect.objectContaining({ code: 'conflict' }));
});

// Each of these lines fails to compile when what it expects is not refused.
const notWritten = (service: Database) => [
  // @ts-expect-error -- a model of which the audit log tells is written in a unit of work alone
  service.user.update,
  // @ts-expect-error -- also in another transaction
  service.$transaction((transaction) => transaction.webhookEndpoint.deleteMany()),
  // @ts-expect-error -- a unit of work says what it has changed
  write(service, BY, async () => ({ result: null })),
  // @ts-expect-error -- by a name that the contract has
  write(service, BY, async () => ({ result: null, change: { action: 'app.changed', subjectId: 'app_1' } })),
];

it('has no other way to write, by the types', () => expect(notWritten).toBeTypeOf('function'));
