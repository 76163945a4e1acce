import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../src/config/config.ts';
import { intentIdOf } from '../../src/intent-rows/merchant-order-no.ts';
import { isLongRun } from '../hostile/run-length.ts';
import { awaitFinished } from './await-finished.ts';
import { type FaultWorld, startFaultWorld, WORLD_START_MS, type Unit } from './fault-world.ts';
import { type Promised, startLoad } from './load-driver.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { recordResult } from './record-result.ts';
import type { LedgerOrder } from './sandbox-child.ts';

const run = promisify(execFile);
const PURCHASES = 100;
/** Of a slow order: 40 s until it is confirmed, and until then it can be cancelled. */
const SHOP_SPEED = 0.2;

let cluster: OwnCluster;
let world: FaultWorld;
let api: Unit;
let worker: Unit;

const isLive = ({ status }: LedgerOrder): boolean => status !== 'CANCELLED' && status !== 'REJECTED';

async function recover(since: Date, ...more: string[]): Promise<{ orders: { step: string }[] }> {
  const cli = join(REPOSITORY, 'apps/server/src/admin/recover-cli.ts');
  const args = [cli, '--since', since.toISOString(), '--json', ...more];
  const { stdout } = await run(process.execPath, args, { env: world.operatorEnv });
  return JSON.parse(stdout) as { orders: { step: string }[] };
}

/** Live orders that are no completed intent's own, and intents with more orders than one. */
async function findUnwanted(): Promise<string[]> {
  const orders = await world.sandbox.ledger();
  const rows = await world.database.intent.findMany({ select: { id: true, status: true, orderId: true } });
  const known = new Map(rows.map((row) => [row.id, row]));
  const byIntent = Map.groupBy(orders, ({ merchantOrderNo }) => intentIdOf(merchantOrderNo));
  const unwanted = orders.filter(isLive).filter(({ merchantOrderNo, orderId }) => {
    const row = known.get(intentIdOf(merchantOrderNo) ?? '');
    return row?.status !== 'COMPLETED' || row.orderId !== orderId;
  });
  const doubled = [...byIntent].filter(([, own]) => own.length > 1);
  return [
    ...unwanted.map(({ orderId, merchantOrderNo }) => `nobody's: ${orderId} of ${merchantOrderNo}`),
    ...doubled.map(([id, own]) => `doubled: ${own.length} orders of ${id}`),
  ];
}

/** Purchases that did not end as their callers were told. */
async function findMissing(promised: readonly Promised[]): Promise<(string | null)[]> {
  const rows = await world.database.intent.findMany({ select: { id: true, status: true } });
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const isMissing = ({ id, isCancelled }: Promised): boolean =>
    statuses.get(id ?? '') !== (isCancelled ? 'CANCELLED' : 'COMPLETED');
  return promised.filter(isMissing).map(({ id }) => id);
}

// Shops that wait for people take their time, so this is no part of `npm test`.
describe.runIf(isLongRun)('a backup that is restored while the shops go on', () => {
  beforeAll(async () => {
    cluster = await startOwnCluster();
    world = await startFaultWorld({
      databaseUrl: cluster.url,
      apps: 20,
      sandboxSpeed: SHOP_SPEED,
      settings: { PROCESSING_GRACE_MS: '1500' },
    });
    [api] = world.apis as [Unit];
    [worker] = world.workers as [Unit];
  }, WORLD_START_MS);
  afterAll(async () => {
    await world.stop();
    await cluster.stop();
  });

  it('leaves no order that no intent knows, and buys nothing twice', async () => {
    const settled = startLoad(world, { callers: 5, limit: PURCHASES });
    await settled.stop();
    await awaitFinished(world, 60_000);

    const since = new Date();
    const lost = startLoad(world, { callers: 5, pauseMs: 50, item: 'slow', isCalm: true });
    while (lost.promised.length < PURCHASES / 2) await delay(10);
    await cluster.backUp();
    const kept = await world.database.intent.count();
    while (lost.promised.length < PURCHASES * 2) await delay(10);
    await lost.stop();
    // All of them are ordered, so those that were SUBMITTED in the backup are set back behind their order.
    const isUnordered = { orderId: null, status: { in: ['SUBMITTED' as const, 'PROCESSING' as const] } };
    while ((await world.database.intent.count({ where: isUnordered })) > 0) await delay(50);

    await Promise.all([api.process.terminate(), worker.process.terminate()]);
    await cluster.restore();
    expect(await world.database.intent.count()).toBe(kept);
    const recovered = { RECOVERED_AT: new Date().toISOString() };
    await Promise.all([api.process.start(recovered), worker.process.start(recovered)]);
    const { orders } = await recover(since, '--apply');
    const later = startLoad(world, { callers: 5, limit: PURCHASES });
    await later.stop();
    await awaitFinished(world, 120_000);
    await expect.poll(findUnwanted, { timeout: 60_000, interval: 500 }).toEqual([]);
    const missing = await findMissing([...settled.promised, ...later.promised]);

    const steps = (step: string): number => orders.filter((order) => order.step === step).length;
    const completed = await world.database.intent.count({ where: { status: 'COMPLETED' } });
    recordResult({
      experiment: 'backup restored, then `recover`',
      purchases: settled.promised.length + lost.promised.length + later.promised.length,
      lost: missing.length,
      doubles: (await findUnwanted()).length,
      note: `${steps('cancel')} orders cancelled, ${steps('adopt')} adopted, ${completed} intents completed`,
    });
    expect(steps('cancel')).toBeGreaterThan(PURCHASES / 2);
    expect(missing).toEqual([]);
    expect(await recover(since)).toMatchObject({ orders: [] });
  }, 400_000);
});
