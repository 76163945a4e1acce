import type { Bench, Row } from '../measure-row.ts';
import { findPgbench, pgbenchContender } from '../pgbench.ts';
import { type BenchApp, createRequest } from '../requests.ts';
import { listed, openPeer, openService } from './open.ts';

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
    'The service keeps each signature, so that resent bytes never buy again, writes the first entry of the timeline, ' +
    'makes sure of the product page (a verdict holds for a minute), counts limits, seals the recipient and logs.',
  async open(bench) {
    const empty = { ofFirstApp: 0, ofOthers: 0 };
    const database = await bench.stage.prepareDatabase('empty', empty);
    const second = await bench.stage.prepareDatabase('empty_too', empty);
    const third = await bench.stage.prepareDatabase('empty_again', empty);
    const pgbench = findPgbench(bench.plan.pgbench);
    return [
      await openService(bench, database.service, createLoad(bench)),
      await openPeer(bench, 'express-prisma', database.peers, createLoad(bench)),
      await openPeer(bench, 'fastify-pg', second.peers, createLoad(bench)),
      await openPeer(bench, 'same-promises/server', second.service, createLoad(bench)),
      ...(pgbench === null ? [] : [pgbenchContender(bench, pgbench, third.peers)]),
    ];
  },
};
