import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_ROWS } from './account-rows.ts';
import { CONTRACT_ROWS } from './contract-rows.ts';
import { createCredentials } from './company-caller.ts';
import { EVENT_ROWS } from './event-rows.ts';
import { WEBHOOK_ROWS } from './webhook-rows.ts';
import { LABEL_ROWS } from './label-rows.ts';
import { LIFECYCLE_ROWS } from './lifecycle-rows.ts';
import { LIST_ROWS, seedLists } from './list-rows.ts';
import { startMemoryWorld } from './memory-world.ts';
import { ORDER_ROWS } from './order-rows.ts';
import { PURCHASE_REQUEST_ROWS } from './purchase-request-rows.ts';
import { startRealWorld } from './real-world.ts';
import { REPEAT_ROWS } from './repeat-rows.ts';
import { REQUEST_ROWS } from './request-rows.ts';
import { SUPPLIER_ROWS } from './supplier-rows.ts';
import { createCaller, type Row, type WorldCallers } from './transcript.ts';
import type { World } from './world.ts';

// Whoever tests against the service in memory relies on the real one to do the same. Each row makes its calls to both;
// every answer has to be the one that the row names, and the same on both sides down to texts and times.

let real: World;
let memory: World;
const callersOf = new Map<World, WorldCallers>();
let shopUrl: string;
let rowNumber = 0;

beforeAll(async () => {
  const started = await startRealWorld();
  ({ world: real, shopUrl } = started);
  memory = startMemoryWorld(started.callers, started.secrets);
  for (const world of [real, memory]) {
    const { callers, secrets } = started;
    callersOf.set(world, {
      callers,
      clients: secrets.clients,
      credentialOf: createCredentials(world, secrets),
    });
    await seedLists(callerIn(world, 0), shopUrl);
  }
});
afterAll(() => real.stop());

const callerIn = (world: World, row: number) =>
  createCaller(world, callersOf.get(world) as WorldCallers, shopUrl, row);

/** The answers of both worlds to the calls of one row, each in a second of its own. */
async function runRow({ run }: Row) {
  rowNumber += 1;
  const [inReal, inMemory] = [real, memory].map((world) => {
    world.advance(1000);
    return callerIn(world, rowNumber);
  }) as [ReturnType<typeof createCaller>, ReturnType<typeof createCaller>];
  await run(inReal);
  await run(inMemory);
  return { inReal, inMemory };
}

describe.each([
  { part: 'requests', rows: REQUEST_ROWS },
  { part: 'repeated creates', rows: REPEAT_ROWS },
  { part: 'lists', rows: LIST_ROWS },
  { part: 'the lifecycle', rows: LIFECYCLE_ROWS },
  { part: 'labels', rows: LABEL_ROWS },
  { part: 'events', rows: EVENT_ROWS },
  { part: 'webhooks', rows: WEBHOOK_ROWS },
  { part: 'who calls the company', rows: ACCOUNT_ROWS },
  { part: 'suppliers', rows: SUPPLIER_ROWS },
  { part: 'contracts', rows: CONTRACT_ROWS },
  { part: 'purchase requests', rows: PURCHASE_REQUEST_ROWS },
  { part: 'orders and reports', rows: ORDER_ROWS },
])('the service in memory and the real one agree on $part:', ({ rows }) => {
  it.each(rows)('$name', { timeout: 60_000 }, async (each) => {
    const { inReal, inMemory } = await runRow(each);
    expect(inReal.outcomes()).toEqual(each.expected);
    expect(inMemory.transcript).toEqual(inReal.transcript);
  });
});
