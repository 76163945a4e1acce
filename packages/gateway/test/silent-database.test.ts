import { expect, it, vi } from 'vitest';
import { postgresLock } from '../src/index.ts';
import type { PostgresClient } from '../src/locks/postgres-lock.ts';
import { gate, openGateway } from './support/open-gateway.ts';

type Silent = 'connect' | 'pg_try_advisory_lock' | 'SELECT 1' | 'pg_advisory_unlock';

/** A pool that says nothing to one of its calls until it is well again. */
function openPool(silent: Silent) {
  const released: (boolean | undefined)[] = [];
  const well = gate();
  let isSilent = true;
  const client: PostgresClient = {
    query: async (text) => {
      if (isSilent && text.includes(silent)) await well.opened;
      return { rows: [{ taken: true }] };
    },
    release: (isBroken) => void released.push(isBroken),
    on: () => {},
    removeListener: () => {},
  };
  const connect = async () => {
    if (isSilent && silent === 'connect') await well.opened;
    return client;
  };
  const recover = () => {
    isSilent = false;
    well.open();
  };
  return { pool: { connect }, released, recover };
}

it.each(['connect', 'pg_try_advisory_lock', 'SELECT 1'] as const)(
  'answers 503 when the database says nothing to %s, and frees the place',
  async (silent) => {
    const { pool, released, recover } = openPool(silent);
    const { order, call, shop } = openGateway({
      lock: postgresLock(pool),
      maxPlacing: 1,
      callTimeoutMs: 100,
    });
    expect((await order()).status).toBe(503);
    await vi.waitFor(async () => expect((await call('GET', '/health')).body['placing']).toBe(0));
    expect(shop.payments).toEqual([]);
    recover();
    // A late connection does not go back to the pool either.
    await vi.waitFor(() => expect(released).toEqual([true]));
    expect((await order()).status).toBe(201);
  },
);

it('frees the place when the database says nothing to the release', async () => {
  const { pool, released } = openPool('pg_advisory_unlock');
  const { order, gateway } = openGateway({ lock: postgresLock(pool), maxPlacing: 1 });
  expect((await order()).status).toBe(201);
  await gateway.close();
  expect(released).toEqual([true]);
});
