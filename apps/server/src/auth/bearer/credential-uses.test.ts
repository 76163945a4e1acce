import { expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import type { CredentialUse } from '../store/use-store.ts';
import { CredentialUses } from './credential-uses.ts';

/** Uses that are noted to a list of statements, which last until `held` resolves and may be refused. */
function noting() {
  const clock = createFakeClock();
  const written: string[][] = [];
  const state: { isDown: boolean; held: Promise<void> } = { isDown: false, held: Promise.resolve() };
  const uses = new CredentialUses(
    {
      async write(all: readonly CredentialUse[]) {
        if (state.isDown) throw new Error('down');
        written.push(all.map(({ credentialId }) => credentialId));
        await state.held;
      },
    },
    clock,
  );
  uses.start();
  onTestFinished(() => uses.stop());
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
  uses.note('a');
  await expect.poll(() => written).toEqual([['a']]);
  clock.advance(59_999);
  uses.note('a');
  uses.note('b');
  await expect.poll(() => written).toEqual([['a'], ['b']]);
  clock.advance(1);
  uses.note('a');
  await expect.poll(() => written).toEqual([['a'], ['b'], ['a']]);
});

it('writes one statement at a time, and the rest as the process ends', async () => {
  const { uses, written, state } = noting();
  const held = Promise.withResolvers<void>();
  state.held = held.promise;
  uses.note('a');
  await expect.poll(() => written).toEqual([['a']]);
  uses.note('b');
  const stopped = uses.stop();
  expect(written).toEqual([['a']]);
  held.resolve();
  await stopped;
  expect(written).toEqual([['a'], ['b']]);
});

it('notes what the database could not take by the next use', async () => {
  const { uses, written, state } = noting();
  state.isDown = true;
  uses.note('a');
  await uses.stop();
  state.isDown = false;
  uses.note('a');
  await uses.stop();
  expect(written).toEqual([['a']]);
});
