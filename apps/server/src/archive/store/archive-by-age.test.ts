import { decideChange } from '@procurement-intents/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishing } from '../../events/store/publish.ts';
import { archiveIntent, unarchiveIntent } from '../../intents/archive-intent.ts';
import { archiveByAge } from './archive-by-age.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { seedIntents } from '../../../test/support/seed-intents.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const DAY_MS = 86_400_000;

let service: TestService;
let appId: string;
let clock: ReturnType<typeof createFakeClock>;
beforeAll(async () => {
  clock = createFakeClock();
  service = await startTestService({ clock });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.$executeRaw`TRUNCATE "intents", "intent_counts"`;
  ({ appId } = await service.addApp());
});

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await service.syncClock();
}

describe('archive days of an App (AR4)', () => {
  const byAge = () => archiveByAge(service.database);

  it('archive what ended so long ago, and nothing else', async () => {
    await service.database.app.update({ where: { id: appId }, data: { archiveAfterDays: 30 } });
    const other = (await service.addApp()).appId;
    const at = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    const ended = (days: number) => ({ status: 'CANCELLED', cancelledAt: at(days) }) as const;
    await seedIntents(service, 1, () => ({ appId, userId: 'old', ...ended(31) }));
    await seedIntents(service, 1, () => ({ appId, userId: 'new', ...ended(29) }));
    await seedIntents(service, 1, () => ({ appId, userId: 'open', updatedAt: at(99) }));
    await seedIntents(service, 1, () => ({ appId: other, userId: 'other', ...ended(99) }));
    expect(await byAge().archiveDue()).toBe(1);
    expect(await byAge().archiveDue()).toBe(0);
    const archived = await service.database.intent.findMany({ where: { archivedAt: { not: null } } });
    expect(archived).toMatchObject([{ userId: 'old', version: 2, updatedAt: expect.any(Date) }]);
    const events = await service.database.intentEvent.findMany({
      where: { intentId: archived[0]?.id ?? '' },
    });
    expect(events).toMatchObject([{ type: 'intent.archived', detail: 'automatic', version: 2 }]);
    await publishing(service.database).prepareDays(1);
  });

  it('add an event to a timeline where a caller would, of many changes to some alone', async () => {
    await service.database.app.update({ where: { id: appId }, data: { archiveAfterDays: 1 } });
    const cancelledAt = new Date(clock.now().getTime() - 9 * DAY_MS);
    const versions = [1, 99, 100, 101, 150, 199, 200, 201, 300, 400, 600, 800, 102_400, 102_401];
    const rows = await seedIntents(service, versions.length, (index) => ({
      appId,
      status: 'CANCELLED',
      cancelledAt,
      version: versions[index]!,
    }));
    expect(await byAge().archiveDue()).toBe(versions.length);
    const events = await service.database.intentEvent.findMany({ where: { appId } });
    const reported = rows.filter(
      (row) => decideChange('archive', row, { access: 'all', ifMatch: null }, { now: clock.now() })?.event,
    );
    expect(reported).toHaveLength(7);
    expect(events.map(({ intentId }) => intentId).sort()).toEqual(reported.map(({ id }) => id).sort());
  });

  it('archive at most 1,000 a second, whoever archives', async () => {
    await service.database.app.update({ where: { id: appId }, data: { archiveAfterDays: 1 } });
    const cancelledAt = new Date(clock.now().getTime() - 9 * DAY_MS);
    await seedIntents(service, 1300, () => ({ appId, status: 'CANCELLED', cancelledAt }));
    let inOneSecond = 0;
    for (let n = 0; n < 8; n += 1) inOneSecond += await byAge().archiveDue();
    expect(inOneSecond).toBe(1000);
    await advance(1001);
    let rest = 0;
    for (let n = 0; n < 8; n += 1) rest += await byAge().archiveDue();
    expect(rest).toBe(300);
  });

  it('an intent that its caller has taken out of the archive stays out, until the caller archives it', async () => {
    await service.database.app.update({ where: { id: appId }, data: { archiveAfterDays: 1 } });
    const cancelledAt = new Date(clock.now().getTime() - 9 * DAY_MS);
    const [{ id } = { id: '' }] = await seedIntents(service, 1, () => ({
      appId,
      status: 'CANCELLED',
      cancelledAt,
      archivedAt: cancelledAt,
    }));
    const target = { appId, id, access: 'all', ifMatch: undefined } as const;
    await unarchiveIntent(service.context, target);
    expect(await byAge().archiveDue()).toBe(0);
    expect((await archiveIntent(service.context, target)).archivedAt).not.toBeNull();
  });
});
