import { expect, it } from 'vitest';
import { relay } from '../support/front-gateway.ts';
import { trackIntent } from '../../src/purchasing/track-intent.worker.ts';
import { driver, usePurchaseDriver } from '../support/use-purchase-driver.ts';

usePurchaseDriver();

it('the calls of one attempt carry one request id, by which a gateway knows intent and attempt', async () => {
  const id = await driver.create('ordinary');
  const seen: [string, string | undefined][] = [];
  driver.gateway.handle = async (call) => {
    seen.push([call.kind, call.requestId]);
    if (call.kind !== 'place') return relay(call);
    await call.pass();
    call.drop();
  };
  await driver.run(id);
  await driver.advanceToTurn(id);
  await driver.run(id);
  expect(await driver.load(id)).toMatchObject({ status: 'COMPLETED' });
  await trackIntent(driver.context, id, new AbortController().signal);
  expect(seen).toEqual([
    ['place', `${id}.1`],
    ['find', `${id}.2`],
    ['get', `${id}.3`],
  ]);
});

it('so do the calls for an order that may come late', async () => {
  const id = await driver.create('ordinary');
  const seen: [string, string | undefined][] = [];
  await driver.service.call('POST', `/api/v1/intents/${id}/cancel`);
  driver.gateway.handle = (call) => {
    seen.push([call.kind, call.requestId]);
    return relay(call);
  };
  await driver.reconcile(id);
  expect(new Set(seen.map(([, requestId]) => requestId))).toEqual(new Set([`${id}.1`]));
});
