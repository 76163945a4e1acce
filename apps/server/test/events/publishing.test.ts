import { expect, it, onTestFinished } from 'vitest';
import { openPublishing } from '../../src/composition/open-events.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import { service } from '../support/use-service.ts';
import { addEvents, page, useFeed } from './use-feed.ts';

useFeed();

it('a statement that comes to its time limit is followed by a smaller one, until all is published', async () => {
  const log = createLogger('silent');
  const database = openDatabase(service.databaseUrl, { poolSize: 1, log, statementMs: 300 });
  onTestFinished(() => database.$disconnect());
  await service.database.$executeRawUnsafe(`CREATE FUNCTION slow_events() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(0.005); RETURN NEW; END'`);
  await service.database.$executeRawUnsafe(
    'CREATE TRIGGER slow_events BEFORE INSERT ON "app_events" FOR EACH ROW EXECUTE FUNCTION slow_events()',
  );
  onTestFinished(
    async () => void (await service.database.$executeRawUnsafe('DROP FUNCTION slow_events() CASCADE')),
  );
  await addEvents(150);
  const events = openPublishing(database);
  const published: (number | 'too slow')[] = [];
  for (let call = 0; call < 20; call += 1)
    published.push(await events.publish().catch(() => 'too slow' as const));
  expect(published[0]).toBe('too slow');
  expect((await page('?cursor=149')).items).toHaveLength(1);
});
