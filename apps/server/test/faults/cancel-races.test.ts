import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import { runLength } from '../hostile/run-length.ts';
import type { Signer } from '../support/sign.ts';
import { awaitFinished } from './await-finished.ts';
import { callPatiently } from './call-api.ts';
import { checkPromises, expectKept } from './check-promises.ts';
import { type FaultWorld, startFaultWorld, WORLD_START_MS } from './fault-world.ts';
import type { Promised } from './load-driver.ts';
import { recordResult } from './record-result.ts';

const RACES = runLength(100, 1000);
const CALLERS = runLength(20, 10);
/** From the create to the end of a purchase that nobody cancels, and some more. */
const PURCHASE_MS = 700;
const { path: INTENTS } = ROUTES.createIntent;

let world: FaultWorld;
beforeAll(async () => {
  // Ten times as fast, an order of `slow` is confirmed after 0.8 s.
  world = await startFaultWorld({ sandboxSpeed: 10, apps: 20, settings: { PROCESSING_GRACE_MS: '100' } });
  for (const { gateway } of world.workers) gateway.fault = { kind: 'latency', ms: 40 };
}, WORLD_START_MS);
afterAll(() => world.stop());

interface Race extends Promised {
  cancelCode: number;
}

/** Buys, and cancels at a moment drawn from the time that the purchase takes. */
async function race(index: number): Promise<Race> {
  const signer = world.signers[index % world.signers.length] as Signer;
  const port = world.apis[0]?.process.port ?? 0;
  const idempotencyKey = `race-${index}`;
  // One item confirms with the first answer, the other is open to cancelling for a while.
  const body = intentBody({ sandboxUrl: world.sandbox.url }, index % 2 === 0 ? 'ordinary' : 'slow-fee');
  const headers = { 'Idempotency-Key': idempotencyKey };
  const created = await callPatiently({ port, signer, method: 'POST', path: INTENTS, body, headers });
  if (created.status !== 201) throw new Error(`the create was refused: ${created.code}`);
  const id = created.data.id as string;
  await delay(randomInt(PURCHASE_MS));
  const cancelled = await callPatiently({ port, signer, method: 'POST', path: `${INTENTS}/${id}/cancel` });
  return {
    signer,
    idempotencyKey,
    id,
    remarks: null,
    isUpdateOpen: false,
    isCancelled: cancelled.status === 200,
    cancelCode: cancelled.code,
  };
}

describe(`${RACES} cancellations at any moment of a purchase`, () => {
  it(
    'end either CANCELLED without a live order, or COMPLETED with the cancellation refused',
    async () => {
      const races: Race[] = [];
      let next = 0;
      const callers = Array.from({ length: CALLERS }, async () => {
        while (next < RACES) races.push(await race(next++));
      });
      await Promise.all(callers);
      await awaitFinished(world, 60_000);

      const rows = await world.database.intent.findMany({ select: { id: true, status: true } });
      const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
      const ends = races.map(({ id, cancelCode }) => `${statusOf.get(id ?? '')} ${cancelCode}`);
      // 40003: it had ended; 50003: the shop would not.
      const allowed = new Set(['CANCELLED 0', 'COMPLETED 40003', 'COMPLETED 50003']);
      expect(ends.filter((end) => !allowed.has(end))).toEqual([]);
      expect(ends).toContain('CANCELLED 0');
      expect(ends.some((end) => end.startsWith('COMPLETED'))).toBe(true);
      const { broken, repeated, ...figures } = await checkPromises(world, races);
      recordResult({ experiment: 'cancel against placing', ...figures });
      expectKept({ broken, repeated });
      const orders = await world.sandbox.ledger();
      // The race was one: some were cancelled at the shop, after the order.
      expect(orders.filter(({ status }) => status === 'CANCELLED').length).toBeGreaterThan(0);
    },
    runLength(180_000, 300_000),
  );
});
