import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIFECYCLE_ROWS } from './lifecycle-rows.ts';
import { LIST_ROWS, seedLists } from './list-rows.ts';
import { startMemoryWorld } from './memory-world.ts';
import { startRealWorld } from './real-world.ts';
import { REPEAT_ROWS } from './repeat-rows.ts';
import { REQUEST_ROWS } from './request-rows.ts';
import { createCaller, type Row } from './transcript.ts';
import type { Callers, World } from './world.ts';

// Whoever tests against the service in memory relies on the real one to do the same. Each row makes its calls to both;
// every answer has to be the one that the row names, and the same on both sides down to texts and times.

let real: World;
let memory: World;
let callers: Callers;
let shopUrl: string;
let rowNumber = 0;

beforeAll(async () => {
  ({ world: real, callers, shopUrl } = await startRealWorld());
  memory = startMemoryWorld(callers);
  for (const world of [real, memory]) await seedLists(createCaller(world, callers, shopUrl, 0), shopUrl);
});
afterAll(() => real.stop());

/** The answers of both worlds to the calls of one row, each in a second of its own. */
async function runRow({ run }: Row) {
  rowNumber += 1;
  const [inReal, inMemory] = [real, memory].map((world) => {
    world.advance(1000);
    return createCaller(world, callers, shopUrl, rowNumber);
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
])('the service in memory and the real one agree on $part:', ({ rows }) => {
  it.each(rows)('$name', async (each) => {
    const { inReal, inMemory } = await runRow(each);
    expect(inReal.outcomes()).toEqual(each.expected);
    expect(inMemory.transcript).toEqual(inReal.transcript);
  });
});
