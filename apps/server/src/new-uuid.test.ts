import { expect, it } from 'vitest';
import { newUuid } from './new-uuid.ts';

it('creates distinct version 7 UUIDs, beyond one block of random bytes', () => {
  const ids = Array.from({ length: 1000 }, newUuid);
  expect(new Set(ids).size).toBe(1000);
  expect(new Set(ids.map((id) => id.slice(16))).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
});

it('creates UUIDs that sort after those of an earlier millisecond', async () => {
  const first = newUuid();
  const madeAt = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(madeAt + 1);
  expect(newUuid() > first).toBe(true);
});
