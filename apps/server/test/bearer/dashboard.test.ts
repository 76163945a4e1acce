import { Dashboard, BEARER_LIMITS } from '@procurement-intents/contract/bearer';
import { beforeAll, expect, it } from 'vitest';
import { dashboardHandlers } from '../../src/dashboard/routes.ts';
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
    return { intents: {}, pendingRequests: 0, enabledApps: 1, disabledApps: 0 };
  };
  const { getDashboard } = dashboardHandlers({ clock, read: lost });
  const call = () => getDashboard({} as never, {} as never);
  await expect(call()).rejects.toThrow('lost');
  await Promise.all([call(), call(), call()]);
  expect(reads).toBe(2);
});
