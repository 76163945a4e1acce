import { RATE_LIMITS, ROUTES } from '@procurement-intents/contract';
import type { Contender } from '../contender.ts';
import { openClient } from '../databases.ts';
import type { Bench, Row } from '../measure-row.ts';
import { startService } from '../processes.ts';
import { type BenchApp, signedHeaders, signedRequest } from '../requests.ts';
import { millions } from './get.ts';
import { listed, openPeer, openService, ring } from './open.ts';

/** Callers of lists at once. */
export const LIST_CONNECTIONS = 8;
// One App alone asks, so that its limit holds; a few are left for set-up calls in the same second.
const PER_SECOND = Math.floor(RATE_LIMITS.read * 0.9);
const PAGE_SIZE = 20;
// The largest page, to walk to the depth in one call.
const WALK_PAGE_SIZE = 100;
const NOTE =
  `One App, ${LIST_CONNECTIONS} connections, ${PAGE_SIZE} of its intents and the exact total. The App may read ` +
  `${RATE_LIMITS.read} times a second, so both get bursts of ${PER_SECOND}, one a second at most; rates count the ` +
  'time within bursts. Before, each server has answered lists of the other Apps for some seconds.';

function listLoad({ stage }: Bench, query: string) {
  const [app, ...others] = stage.apps as [BenchApp, ...BenchApp[]];
  const firstPage = `${ROUTES.listIntents.path}?pageSize=${PAGE_SIZE}`;
  const path = `${ROUTES.listIntents.path}?${query}`;
  return {
    connections: LIST_CONNECTIONS,
    perSecond: PER_SECOND,
    expectedStatus: 200,
    prepare: (count: number) =>
      listed(Array.from({ length: count }, () => signedRequest(app, { method: 'GET', path }))),
    // The other Apps' limits add up to enough.
    prepareWarmUp: () => ring(others.map((one) => signedRequest(one, { method: 'GET', path: firstPage }))),
  };
}

async function openBoth(bench: Bench, queries: { ours: string; theirs: string }): Promise<Contender[]> {
  const { service, peers } = await millions(bench);
  return [
    await openService(bench, service, listLoad(bench, queries.ours)),
    await openPeer(bench, 'express-prisma', peers, listLoad(bench, queries.theirs)),
  ];
}

/** The cursor behind so many intents of the first App. */
async function findCursor(bench: Bench, depth: number): Promise<string> {
  const { service } = await millions(bench);
  const server = await startService(bench.stage, { database: service, isVerbose: bench.plan.isVerbose });
  const path = `${ROUTES.listIntents.path}?page=${depth / WALK_PAGE_SIZE}&pageSize=${WALK_PAGE_SIZE}`;
  const headers = signedHeaders(bench.stage.apps[0] as BenchApp, { method: 'GET', path });
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
  const { data } = (await answer.json()) as { data: { nextCursor: string } };
  await server.stop();
  return data.nextCursor;
}

export const listRow: Row = {
  id: 'list',
  title: 'First page of a long list, with the exact total',
  note: `${NOTE} The peer calls findMany and count.`,
  open: (bench) => openBoth(bench, { ours: `pageSize=${PAGE_SIZE}`, theirs: `pageSize=${PAGE_SIZE}` }),
};

export const listDeepRow: Row = {
  id: 'list-deep',
  title: 'A page from the middle of a long list',
  note: `${NOTE} The service goes by its cursor, whose total is that of the first page; the peer by page number.`,
  async open(bench) {
    const depth = bench.plan.listRows / 2;
    return openBoth(bench, {
      ours: `pageSize=${PAGE_SIZE}&cursor=${await findCursor(bench, depth)}`,
      theirs: `pageSize=${PAGE_SIZE}&page=${depth / PAGE_SIZE + 1}`,
    });
  },
};

const LABELLED_ONE_IN = 1000;
const LABEL = { key: 'project', value: 'renovation' };
const LABEL_SOME = `UPDATE "intents" SET "labels" = jsonb_build_object($2::text, $3::text)
  WHERE "appId" = $1 AND "labels" IS NULL AND hashtext("id") % ${LABELLED_ONE_IN} = 0`;

export const listLabelRow: Row = {
  id: 'list-label',
  title: 'First page of one label in a long list',
  note: `${NOTE} One in ${LABELLED_ONE_IN} of the App's intents has the label. The service alone: no peer has labels.`,
  isOursAlone: true,
  async open(bench) {
    const { service } = await millions(bench);
    const client = await openClient(bench.stage.postgres.url(service));
    await client.query(LABEL_SOME, [bench.stage.apps[0]?.id, LABEL.key, LABEL.value]);
    await client.query('VACUUM ANALYZE "intents", "intent_labels"');
    await client.end();
    const page = `pageSize=${PAGE_SIZE}`;
    const labelled = listLoad(bench, `${page}&label%5B${LABEL.key}%5D=${LABEL.value}`);
    return [
      await openService(bench, service, labelled, { name: 'of one label' }),
      await openService(bench, service, listLoad(bench, page), { name: 'of all intents' }),
    ];
  },
};
