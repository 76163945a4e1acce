import { expect, it } from 'vitest';
import { seedIntents } from '../../../test/support/seed-intents.ts';
import { moveArchived } from '../../../test/support/move-archived.ts';
import { clock, service, useService } from '../../../test/support/use-service.ts';
import { archiveMoves } from '../../archive/store/archive-moves.ts';
import { findIntents } from './find-intents.ts';

useService();

/** The partitions of the archive on which the transaction holds a lock after a read. */
async function lockedBy(
  read: (found: ReturnType<typeof findIntents>) => Promise<unknown>,
): Promise<string[]> {
  return service.database.$transaction(async (transaction) => {
    const rows = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
      transaction.$queryRawUnsafe<Row[]>(text, ...values);
    await read(findIntents({ rows } as typeof service.database, { recipients: service.recipients }));
    const locked = await transaction.$queryRaw<{ name: string }[]>`
      SELECT DISTINCT c.relname AS "name" FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
      WHERE l.pid = pg_backend_pid() AND c.relkind = 'r' AND c.relname LIKE 'archived%' ORDER BY 1`;
    return locked.map(({ name }) => name);
  });
}

it('reads of moved intents lock no months but their own, and a new key none', async () => {
  const { appId } = service.signer;
  const archivedAt = clock.now();
  const [row] = await seedIntents(service, 1, () => ({
    appId,
    idempotencyKey: 'key a',
    status: 'CANCELLED',
    cancelledAt: archivedAt,
    archivedAt,
  }));
  await archiveMoves(service.database).prepareMonths(6);
  await moveArchived(service, clock);
  const { id } = row ?? { id: '' };
  expect(await service.database.intent.count({ where: { id } })).toBe(0);
  const own = [expect.stringMatching(/^archived_intents_[0-9]{6}$/)];
  expect(await lockedBy(async (found) => expect((await found.find(id))?.id).toBe(id))).toEqual(own);
  const byKey = (key: string) => lockedBy((found) => found.findByIdempotencyKey(appId, key));
  expect(await byKey('key a')).toEqual([...own, 'archived_keys']);
  expect(await byKey('key b')).toEqual(['archived_keys']);
});
