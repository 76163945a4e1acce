import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { callApi } from '../faults/call-api.ts';
import { startFaultWorld, WORLD_START_MS } from '../faults/fault-world.ts';
import { intentBody } from '../support/intent-factory.ts';
import { startPgbouncer } from '../support/pgbouncer.ts';
import { createTestDatabase } from '../support/test-database.ts';

const program = inject('pgbouncerProgram');
const PURCHASES = 5;
const path = '/api/v1/intents';

describe.runIf(program !== null)('behind PgBouncer in session mode, with its own defaults', () => {
  it(
    'the service migrates, takes intents and buys them',
    async () => {
      const direct = await createTestDatabase();
      const bouncer = await startPgbouncer(program ?? '', direct.url);
      const world = await startFaultWorld({ databaseUrl: bouncer.url, apps: 1 });
      onTestFinished(async () => {
        await world.stop();
        await bouncer.stop();
        await direct.drop();
      });
      const [api] = world.apis;
      const [signer] = world.signers;
      if (!api || !signer) throw new Error('the world is empty');
      const call = { port: api.process.port, signer, path };
      const created = await Promise.all(
        Array.from({ length: PURCHASES }, () =>
          callApi({ ...call, method: 'POST', body: intentBody({ sandboxUrl: world.sandbox.url }) }),
        ),
      );
      expect(created.map((answer) => answer?.status)).toEqual(Array(PURCHASES).fill(201));
      const completed = async (): Promise<unknown> =>
        (await callApi({ ...call, method: 'GET', path: `${path}?status=COMPLETED` }))?.data?.total;
      await expect.poll(completed, { timeout: 30_000 }).toBe(PURCHASES);
      const lines = [...world.apis, ...world.workers].flatMap(({ process }) => process.log());
      // The processes of these tests get the settings of all roles, and say so.
      expect(lines.filter((line) => !line.includes('should not be given'))).toEqual([]);
    },
    WORLD_START_MS,
  );
});
