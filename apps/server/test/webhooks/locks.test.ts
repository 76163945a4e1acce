import { describe, expect, it } from 'vitest';
import {
  call,
  createEndpoint,
  createIntent,
  deliver,
  deliveriesOf,
  delivering,
  feed,
  pass,
  publish,
  receiver,
  service,
  useWebhooks,
  WEBHOOKS,
} from './use-webhooks.ts';

useWebhooks();

/** Runs `work` while another transaction holds the endpoint's lane and then writes its deliveries, as a claim does. */
async function besideClaim<T>(webhookId: string, work: () => Promise<T>): Promise<{ result: T }> {
  let working: Promise<T> | null = null;
  await service.database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1 FROM "webhook_lanes" WHERE "webhookId" = ${webhookId} FOR UPDATE`;
    working = work();
    working.catch(() => undefined);
    await expect
      .poll(async () => {
        const [row] = await service.database.$queryRaw<{ waiting: number }[]>`
          SELECT count(*)::int AS "waiting" FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return row?.waiting;
      })
      .toBeGreaterThan(0);
    await transaction.$executeRaw`UPDATE "webhook_deliveries" SET "rank" = "rank" WHERE "webhookId" = ${webhookId}`;
  });
  return { result: await working! };
}

describe('who writes deliveries locks their endpoint first', () => {
  it('a retry', async () => {
    const { id } = await createEndpoint();
    await createIntent();
    await publish();
    await deliver();
    const [{ id: deliveryId }] = (await deliveriesOf(id)).items;
    const { result } = await besideClaim(id, () =>
      call('POST', `${WEBHOOKS}/${id}/deliveries/${deliveryId}/retry`),
    );
    expect(result.status).toBe(200);
  });

  it('the results of attempts', async () => {
    const { id } = await createEndpoint();
    await createIntent();
    await publish();
    const [claimed] = await delivering.claims.claim(10, 4);
    const { id: deliveryId, attempt } = claimed!;
    const result = { id: deliveryId, attempt, state: 'SUCCEEDED' as const, dueAt: null };
    await besideClaim(id, () =>
      delivering.results.finish([
        { ...result, durationMs: 1, status: 204, error: null, response: null, isJudged: true },
      ]),
    );
    expect((await deliveriesOf(id)).items[0].state).toBe('SUCCEEDED');
  });

  it('a replay', async () => {
    const { id, answer } = await createEndpoint();
    await createIntent();
    await publish();
    const since = answer.body.data.createdAt;
    await call('POST', `${WEBHOOKS}/${id}/replays`, { since, scope: 'all' });
    const { result } = await besideClaim(id, () => delivering.replays.step());
    expect(result).toBe(1);
  });
});

describe('the publisher', () => {
  it('waits for no endpoint that a sender works at, and the endpoint gets its event', async () => {
    const { id, path } = await createEndpoint();
    await createIntent();
    await service.syncClock();
    await service.database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM "webhook_lanes" WHERE "webhookId" = ${id} FOR UPDATE`;
      await service.publishing.publish();
      expect(await feed()).toHaveLength(1);
    });
    await delivering.sweeps.wakeAsleep();
    await deliver();
    expect(receiver.at(path)).toHaveLength(1);
  });
});

describe('a claim', () => {
  it('reads none of the deliveries that wait for a later time', async () => {
    const { id } = await createEndpoint();
    await createIntent();
    await publish();
    await deliver();
    const waiting = 5000;
    await service.database.$executeRaw`
      INSERT INTO "webhook_deliveries" ("id", "webhookId", "appId", "sequence", "publishedAt", "eventId", "type", "subjectId",
        "state", "rank", "tries", "dueAt", "queuedAt", "createdAt")
      SELECT gen_random_uuid(), d."webhookId", d."appId", 1000 + n, d."publishedAt", d."eventId", d."type", d."subjectId",
        'PENDING', 1, 3, service_now() + interval '1 hour', d."queuedAt", d."createdAt"
      FROM "webhook_deliveries" AS d, generate_series(1, ${waiting}) AS n WHERE d."webhookId" = ${id}`;
    await createIntent();
    await publish();
    await pass(1);
    interface Plan {
      'Actual Rows': number;
      'Actual Loops': number;
      'Rows Removed by Filter'?: number;
      Plans?: Plan[];
    }
    const read = (plan: Plan): number =>
      Math.max(
        (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'],
        ...(plan.Plans ?? []).map(read),
      );
    const statements: string[] = [];
    const recording = new Proxy(service.database, {
      get: (target, name, receiving) =>
        name === 'rows'
          ? (text: string) => Promise.resolve((statements.push(text), []))
          : (Reflect.get(target, name, receiving) as unknown),
    });
    await service.openDelivering({}, recording).claims.claim(10, 4);
    const [claim = ''] = statements;
    const rows = await service.database.$queryRawUnsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${claim.replaceAll('$1', '4').replaceAll('$2', '10')}`,
    );
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    expect(read(plan!.Plan)).toBeLessThan(waiting / 10);
  });
});
