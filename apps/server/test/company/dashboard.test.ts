import type { PlatformId } from '@procurement-intents/contract';
import { BEARER_LIMITS } from '@procurement-intents/contract/bearer';
import { Dashboard } from '@procurement-intents/contract/company';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startCallFigures } from '../../src/call-figures/call-figures.ts';
import { openFigureStores } from '../../src/composition/open-figure-stores.ts';
import { dashboardHandlers } from '../../src/dashboard/routes.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { processIntentJobs } from '../../src/purchasing/process-intent.job.ts';
import { addPerson, callBearer } from '../support/bearer.ts';
import { intentIn } from '../support/intent-factory.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let credential: string;
beforeAll(async () => {
  credential = (await addPerson(service, ['admin'])).token;
});

const read = async () => {
  const answer = await callBearer(service, 'GET', '/v1/dashboard', { credential });
  expect(answer.status).toBe(200);
  expect(Dashboard.parse(answer.body)).toEqual(answer.body);
  return answer.body;
};

it('counts intents, requests and Apps, and reads them again after some seconds', async () => {
  const before = await read();
  await intentIn(service, 'DRAFT');
  await service.addApp();
  expect(await read()).toEqual(before);
  clock.advance(BEARER_LIMITS.dashboardSeconds * 1000);
  const after = await read();
  expect(after.intents.DRAFT).toBe(before.intents.DRAFT + 1);
  expect(after.apps.enabled).toBeGreaterThan(before.apps.enabled);
  expect(after.pendingRequests).toBe(
    await service.database.purchaseRequest.count({ where: { status: 'PENDING' } }),
  );
});

it('shares a statement among calls, and does not keep a failure', async () => {
  let reads = 0;
  const lost = async () => {
    reads += 1;
    if (reads === 1) throw new Error('lost');
    const counts = { intents: {}, pendingRequests: 0, enabledApps: 1, disabledApps: 0 };
    return { counts, queue: { due: 0, waiting: 0, active: 0, dead: 0 }, platforms: [] };
  };
  const { getDashboard } = dashboardHandlers({ clock, read: lost });
  const call = () => getDashboard({} as never, {} as never);
  await expect(call()).rejects.toThrow('lost');
  await Promise.all([call(), call(), call()]);
  expect(reads).toBe(2);
});

const later = async () => {
  clock.advance(BEARER_LIMITS.dashboardSeconds * 1000);
  await service.syncClock();
};

it('shows what waits for the workers', async () => {
  await later();
  const { queue } = await read();
  const [id, other] = [await intentIn(service, 'SUBMITTED'), await intentIn(service, 'SUBMITTED')] as const;
  await service.database.intent.updateMany({
    where: { id: { in: [id, other] } },
    data: { nextAttemptAt: clock.now() },
  });
  await later();
  expect((await read()).queue).toEqual({ ...queue, due: queue.due + 2 });
  const { jobs } = service;
  await jobs.start();
  onTestFinished(() => jobs.stop(0));
  const job = processIntentJobs.PLATFORM_A;
  await jobs.define({ ...job, expireSeconds: 60 });
  await service.database.$transaction((transaction) => jobs.add(job, [id, other], transaction));
  await service.database.$executeRaw`UPDATE pgboss.job SET state = 'active' WHERE singleton_key = ${id}`;
  await later();
  expect((await read()).queue).toMatchObject({ waiting: queue.waiting + 1, active: queue.active + 1 });
});

it('shows how platforms answer all processes, and which calls these stop', async () => {
  const { callFigures, database } = service;
  const [id, other] = [...service.context.platforms.keys()] as [PlatformId, PlatformId];
  const others = startCallFigures(openFigureStores(database), createLogger('silent'));
  onTestFinished(() => others.stop());
  const healthOf = async (platform: PlatformId) => {
    await service.syncClock();
    await callFigures.flush();
    await others.flush();
    await later();
    return (await read()).platforms.find((each: { platform: PlatformId }) => each.platform === platform);
  };
  expect(await healthOf(id)).toEqual({ platform: id, calls: 0, failures: 0, stopped: [] });

  for (const outcome of ['ok', 'ok', 'refused', 'unclear']) callFigures.platforms.add(id, outcome);
  others.platforms.add(id, 'unclear');
  callFigures.breakers.changed(id, 'place', 'half-open');
  others.breakers.changed(id, 'place', 'open');
  others.breakers.changed(id, 'find', 'open');
  expect(await healthOf(id)).toEqual({
    platform: id,
    calls: 5,
    failures: 2,
    stopped: [
      { call: 'find', state: 'open', processes: 1 },
      { call: 'place', state: 'open', processes: 2 },
    ],
  });
  expect(await healthOf(other)).toMatchObject({ calls: 0, stopped: [] });

  others.breakers.changed(id, 'find', 'closed');
  expect(await healthOf(id)).toMatchObject({ stopped: [{ call: 'place', processes: 2 }] });
  // Ends as a process does, and the other one is killed.
  await others.stop();
  clock.advance(5 * 60_000);
  await later();
  expect((await read()).platforms).toContainEqual({ platform: id, calls: 0, failures: 0, stopped: [] });
  expect(await database.breakerState.count()).toBe(1);
});
