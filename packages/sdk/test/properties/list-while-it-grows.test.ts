import { expect, it } from 'vitest';
import { createTestService } from '../../src/testing/index.ts';

const ROWS = 1_000;
const NEWCOMERS = 50;
const PAGE_SIZE = 20;

it(`${ROWS} intents are each listed once while ${NEWCOMERS} others are created`, async () => {
  const limits = { create: 10_000, read: 10_000, general: 10_000 };
  const service = createTestService({ limits });
  // Each client has its own rate limiter, which starts with the limits of the contract.
  const create = async (count: number) => {
    for (let made = 0; made < count; made += 10) {
      const { intents } = service.client();
      await Promise.all(
        Array.from({ length: Math.min(10, count - made) }, () => intents.create(service.order())),
      );
    }
  };
  await create(ROWS);
  const before = new Set(service.intents().map(({ id }) => id));
  const seen: string[] = [];
  for await (const page of service.client().intents.list({ pageSize: PAGE_SIZE }).pages()) {
    seen.push(...page.items.map(({ id }) => id));
    if (service.intents().length < ROWS + NEWCOMERS) await create(1);
  }
  expect(before.size).toBe(ROWS);
  expect(service.intents()).toHaveLength(ROWS + NEWCOMERS);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => before.has(id))).toHaveLength(ROWS);
});
