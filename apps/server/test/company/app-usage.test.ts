import { BEARER_LIMITS } from '@procurement-intents/contract/bearer';
import { AppUsage } from '@procurement-intents/contract/company';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { createFigureSweeper, startCallFigures } from '../../src/call-figures/call-figures.ts';
import { openFigureStores } from '../../src/composition/open-figure-stores.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { addKey, addPerson, callBearer } from '../support/bearer.ts';
import { signedRequest, type Signer } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let credential: string;
beforeAll(async () => {
  const { id } = await addPerson(service, ['admin']);
  credential = (await addKey(service, id, ['admin'])).key;
});

async function usageOf({ appId }: Signer) {
  await service.syncClock();
  await service.callFigures.flush();
  const answer = await callBearer(service, 'GET', `/v1/apps/${appId}/usage`, { credential });
  expect(answer.status).toBe(200);
  expect(AppUsage.parse(answer.body)).toEqual(answer.body);
  return answer.body;
}

const list = (signer: Signer) => service.call('GET', '/api/v1/intents', { signer });

it('counts the calls that name an App, by the errors that they were refused with', async () => {
  const signer = await service.addApp({ permissions: ['intents:read'] });
  expect(await usageOf(signer)).toEqual({ at: clock.now().toISOString(), requests: 0, refusals: [] });
  const wrong = { ...signer, appSecret: 'of somebody else' };
  expect((await list(wrong)).status).toBe(401);
  expect((await list(wrong)).status).toBe(401);
  // No call of its own yet.
  expect(await usageOf(signer)).not.toHaveProperty('lastUsedAt');
  expect((await list(signer)).status).toBe(200);
  expect((await service.call('POST', '/api/v1/intents', { signer, body: {} })).status).toBe(403);
  expect((await service.call('GET', '/api/v1/intents/none', { signer })).status).toBe(404);
  await expect.poll(() => usageOf(signer)).toMatchObject({ lastUsedAt: clock.now().toISOString() });
  expect(await usageOf(signer)).toMatchObject({
    requests: 5,
    refusals: [
      { error: 'SIGNATURE_INVALID', count: 2 },
      { error: 'INTENT_NOT_FOUND', count: 1 },
      { error: 'PERMISSION_MISSING', count: 1 },
    ],
  });
});

it('counts a call whose timestamp is old, and none of an unknown App', async () => {
  const signer = await service.addApp();
  const timestamp = String(clock.now().getTime() - 3_600_000);
  const path = '/api/v1/intents';
  const old = await fetch(
    service.baseUrl + path,
    signedRequest({ method: 'GET', path, timestamp }, { signer }),
  );
  expect(old.headers.get('x-error-name')).toBe('TIMESTAMP_INVALID');
  const before = await service.database.callCount.findMany({ where: { kind: 'app' } });
  await list({ ...signer, appId: 'app_unknown' });
  expect(await usageOf(signer)).toMatchObject({
    requests: 1,
    refusals: [{ error: 'TIMESTAMP_INVALID', count: 1 }],
  });
  expect(await service.database.callCount.count({ where: { subject: 'app_unknown' } })).toBe(0);
  expect(before.every(({ subject }) => subject.startsWith('app_'))).toBe(true);
});

it('adds up the processes, and forgets what is over an hour old', async () => {
  const signer = await service.addApp();
  const other = startCallFigures(openFigureStores(service.database), createLogger('silent'));
  onTestFinished(() => other.stop());
  await list(signer);
  other.apps.add(signer.appId, 'RATE_LIMITED');
  other.apps.add(signer.appId, '');
  await other.flush();
  expect(await usageOf(signer)).toMatchObject({
    requests: 3,
    refusals: [{ error: 'RATE_LIMITED', count: 1 }],
  });
  clock.advance((BEARER_LIMITS.usageMinutes + 1) * 60_000);
  await list(signer);
  expect(await usageOf(signer)).toMatchObject({ requests: 1, refusals: [] });
  const { counts } = openFigureStores(service.database);
  clock.advance(BEARER_LIMITS.usageMinutes * 60_000);
  await service.syncClock();
  await counts.sweep(1000);
  expect(await service.database.callCount.count({ where: { subject: signer.appId } })).toBe(1);
  const sweeper = createFigureSweeper(openFigureStores(service.database), createLogger('silent'));
  onTestFinished(() => sweeper.stop());
  clock.advance(2 * BEARER_LIMITS.usageMinutes * 60_000);
  await service.syncClock();
  sweeper.start(0);
  await expect.poll(() => service.database.callCount.count({ where: { subject: signer.appId } })).toBe(0);
});

it('knows no App by that id', async () => {
  const answer = await callBearer(service, 'GET', '/v1/apps/app_unknown/usage', { credential });
  expect(answer.status).toBe(404);
});
