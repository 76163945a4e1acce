import {
  findCommit,
  findPreviousRelease,
  migrationsDirOf,
  prepareRelease,
} from '../../../scripts/packages/releases.ts';
import { type Contender, httpContender } from '../contender.ts';
import { openClient } from '../databases.ts';
import { RELEASE_BEFORE, WITH_ENDPOINTS } from '../goals.ts';
import type { Bench, Row } from '../measure-row.ts';
import { type ServiceOptions, startService } from '../processes.ts';
import { registerWebhook } from '../register-webhook.ts';
import { createLoad } from './create.ts';

const NONE = { ofFirstApp: 0, ofOthers: 0, isOursAlone: true } as const;
// Nobody listens there: the API role registers endpoints and sends nothing.
const RECEIVER = 'http://127.0.0.1:9';

/** The folder of the release to compare with. */
async function findBefore(name: string | null): Promise<string> {
  const commit = name === null ? await findPreviousRelease() : await findCommit(name);
  if (commit === null) throw new Error(`git knows no release ${name ?? 'before this one'}`);
  return prepareRelease(commit);
}

async function openOne(bench: Bench, name: string, options: Omit<ServiceOptions, 'isVerbose'>) {
  const { stage, plan } = bench;
  const server = await startService(stage, { ...options, isVerbose: plan.isVerbose });
  return httpContender({ name, stage, server, connections: plan.connections, ...createLoad(bench) });
}

/** A database in which each App has an endpoint for all types of events. */
async function prepareEndpoints({ stage, plan }: Bench): Promise<string> {
  const { service } = await stage.prepareDatabase('with_endpoints', NONE);
  const client = await openClient(stage.postgres.url(service));
  await client.query(`UPDATE "apps" SET "permissions" = "permissions" || '{webhooks:read,webhooks:write}'`);
  await client.end();
  const settings = { NODE_ENV: 'development', WEBHOOK_LOOPBACK_ORIGINS: RECEIVER };
  const server = await startService(stage, { database: service, isVerbose: plan.isVerbose, settings });
  for (const app of stage.apps) await registerWebhook(app, server.port, `${RECEIVER}/hooks`);
  await server.stop();
  return service;
}

export const releasesRow: Row = {
  id: 'create-beside-releases',
  title: 'Create an intent with this release and the one before',
  note:
    'The API role alone, each on a database of its own. A worker publishes and sends later what a create leaves to it: its costs ' +
    'are in the rows of the feed and of webhooks.',
  isOursAlone: true,
  async open(bench): Promise<Contender[]> {
    const repository = await findBefore(bench.plan.before);
    const { stage } = bench;
    const ours = await stage.prepareDatabase('this_release', NONE);
    const before = await stage.prepareDatabase('release_before', NONE, migrationsDirOf(repository));
    return [
      await openOne(bench, 'this release', { database: ours.service }),
      await openOne(bench, RELEASE_BEFORE, { database: before.service, repository }),
      await openOne(bench, WITH_ENDPOINTS, { database: await prepareEndpoints(bench) }),
    ];
  },
};
