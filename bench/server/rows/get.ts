import { openClient } from '../databases.ts';
import type { Bench, Row } from '../measure-row.ts';
import { type BenchApp, intentPath, signedRequest } from '../requests.ts';
import { pickIntents } from '../seed-intents.ts';
import { openPeer, openService, ring } from './open.ts';

/** Intents of each App but the first. */
export const OF_OTHERS = 20;
const READ = 20_000;

export function millions({ stage, plan }: Bench) {
  return stage.prepareDatabase('full', { ofFirstApp: plan.listRows, ofOthers: OF_OTHERS });
}

/** Reads of intents by their owners. */
export async function readLoad({ stage }: Bench, database: string) {
  const apps = new Map<string, BenchApp>(stage.apps.map((app) => [app.id, app]));
  const client = await openClient(stage.postgres.url(database));
  const intents = await pickIntents(client, READ);
  await client.end();
  return {
    expectedStatus: 200,
    prepare: () =>
      ring(
        intents.map(({ id, appId }) =>
          signedRequest(apps.get(appId) as BenchApp, { method: 'GET', path: intentPath(id) }),
        ),
      ),
  };
}

export const getRow: Row = {
  id: 'get',
  title: 'Read an intent by its id',
  note: `Out of all intents stored; every read is signed and asks for one of ${READ} ids.`,
  async open(bench) {
    const { service, peers } = await millions(bench);
    const load = await readLoad(bench, service);
    return [
      await openService(bench, service, load),
      await openPeer(bench, 'fastify-pg', peers, load),
      await openPeer(bench, 'same-promises/server', service, load),
      await openPeer(bench, 'express-prisma', peers, load),
    ];
  },
};
