import type { Bench, Row } from '../measure-row.ts';
import { findPgbench, PGBENCH, pgbenchContender } from '../pgbench.ts';
import { type BenchApp, createRequest } from '../requests.ts';
import { EXPRESS_PRISMA, FASTIFY_PG, listed, openPeer, openService } from './open.ts';

/** Creates by all Apps in turn, so that no App comes near its ten a second. */
export function createLoad({ stage }: Bench, productPrefix = stage.productPrefix) {
  let turn = 0;
  const nextApp = (): BenchApp => stage.apps[turn++ % stage.apps.length] as BenchApp;
  return {
    expectedStatus: 201,
    prepare: (count: number) =>
      listed(Array.from({ length: count }, () => createRequest(nextApp(), productPrefix))),
  };
}

export const createRow: Row = {
  id: 'create',
  title: 'Create an intent',
  note:
    'The service also keeps each signature, so that resent bytes never buy again, writes the first entry of the ' +
    'timeline, and makes sure of the product page (a verdict holds for a minute). The peers do none of that; the ' +
    'first one adds a job, the other two do not.',
  goals: [
    { against: EXPRESS_PRISMA, atLeast: 6 },
    { against: FASTIFY_PG, atLeast: 1.1 },
    { against: PGBENCH, atLeast: 0.5 },
  ],
  async open(bench) {
    const empty = { ofFirstApp: 0, ofOthers: 0 };
    const database = await bench.stage.prepareDatabase('empty', empty);
    const second = await bench.stage.prepareDatabase('empty_too', empty);
    const third = await bench.stage.prepareDatabase('empty_again', empty);
    const pgbench = findPgbench(bench.plan.pgbench);
    return [
      await openService(bench, database.service, createLoad(bench)),
      await openPeer(
        bench,
        { peer: 'express-prisma', name: EXPRESS_PRISMA, database: database.peers },
        createLoad(bench),
      ),
      await openPeer(
        bench,
        { peer: 'fastify-pg', name: FASTIFY_PG, database: second.peers },
        createLoad(bench),
      ),
      ...(pgbench === null ? [] : [pgbenchContender(bench, pgbench, third.peers)]),
    ];
  },
};
