import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import type { CredentialUse } from '../store/use-store.ts';
import { CredentialUses } from './credential-uses.ts';

/** Uses that are noted to a list of statements, which may be refused. */
function noting() {
  const clock = createFakeClock();
  const written: string[][] = [];
  const state = { isDown: false };
  const uses = new CredentialUses(
    {
      async write(all: readonly CredentialUse[]) {
        if (state.isDown) throw new Error('down');
        written.push(all.map(({ credentialId }) => credentialId));
      },
    },
    clock,
  );
  return { uses, clock, written, state };
}

it('writes uses of many in one statement, soon and without being told', async () => {
  const { uses, written } = noting();
  for (const id of ['a', 'b', 'a', 'c']) uses.note(id);
  expect(written).toEqual([]);
  await expect.poll(() => written).toEqual([['a', 'b', 'c']]);
});

it('writes a use once a minute', async () => {
  const { uses, clock, written } = noting();
  for (const afterMs of [0, 59_999, 1]) {
    clock.advance(afterMs);
    uses.note('a');
    await uses.flush();
  }
  expect(written).toEqual([['a'], ['a']]);
});

it('notes what the database could not take by the next use', async () => {
  const { uses, written, state } = noting();
  state.isDown = true;
  uses.note('a');
  await uses.flush();
  state.isDown = false;
  uses.note('a');
  await uses.flush();
  expect(written).toEqual([['a']]);
});
