import { ROUTES } from '@procurement-intents/contract';
import { openClient } from './databases.ts';
import type { Bench } from './measure-row.ts';
import { SAME_PROMISES } from './peer-list.ts';
import { startPeer, startService } from './processes.ts';
import { type BenchApp, createBody, intentPath, signedHeaders } from './requests.ts';
import type { Stage } from './stage.ts';

/** A request as it is sent, for both servers the same. */
interface Probe {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** What was seen of a server, by what was looked at. */
type Findings = Map<string, string>;

const EMPTY = { ofFirstApp: 0, ofOthers: 0, isOursAlone: true } as const;
// Two seconds let twenty creates through at most.
const MANY = 40;

/**
 * Sends the service and the peer that keeps the same promises the same calls, and compares what they answer and store.
 *
 * @throws Error with every difference.
 */
export async function checkSamePromises({ stage, plan: { isVerbose } }: Bench): Promise<void> {
  const ours = await stage.prepareDatabase('checked', EMPTY);
  const theirs = await stage.prepareDatabase('checked_too', EMPTY);
  const service = await startService(stage, { database: ours.service, isVerbose });
  const peer = await startPeer(stage, {
    name: 'same-promises/server',
    database: theirs.service,
    isVerbose,
  });
  const probes = makeProbes(stage);
  const [expected, found] = await Promise.all([
    examine(stage, probes, { port: service.port, database: ours.service }),
    examine(stage, probes, { port: peer.port, database: theirs.service }),
  ]);
  await Promise.all([service.stop(), peer.stop()]);
  const differences = [...expected].flatMap(([what, seen]) =>
    found.get(what) === seen ? [] : [`${what}\n  service: ${seen}\n  peer:    ${found.get(what)}`],
  );
  if (differences.length > 0) {
    throw new Error(`${SAME_PROMISES} differs from the service:\n${differences.join('\n')}`);
  }
}

function makeProbes({ apps, productPrefix }: Stage): Map<string, Probe> {
  const [app, other] = apps as [BenchApp, BenchApp];
  const { path } = ROUTES.createIntent;
  const create = (body: string, isForged = false): Probe => ({
    method: 'POST',
    path,
    body,
    headers: signedHeaders(app, { method: 'POST', path, body, isForged }),
  });
  const first = create(createBody(productPrefix));
  const withHeaders = (headers: Record<string, string>): Probe => ({
    ...first,
    headers: { ...first.headers, ...headers },
  });
  const keyed = create(createBody(productPrefix));
  const foreign = createBody('https://item.other.example/');
  return new Map([
    ['a create', first],
    ['the same bytes again', first],
    ['the same bytes under a key', withHeaders({ 'Idempotency-Key': 'mine' })],
    ['a create with a key', { ...keyed, headers: { ...keyed.headers, 'Idempotency-Key': 'mine' } }],
    ['another body under its key', withKey(create(createBody(productPrefix)), 'mine')],
    ['a create without fields', create('{}')],
    ['a create with fields that are wrong', create('{"userId":"","price":1.234,"extra":1}')],
    ['a create that is no JSON', create('{')],
    ['a product of nobody', create(foreign)],
    ['a create with a bad signature', create(createBody(productPrefix), true)],
    ['a read with a bad signature', forgedRead(other)],
    ['an unknown App', withHeaders({ 'x-app-id': 'app_nobody' })],
    ['an old timestamp', withHeaders({ 'x-timestamp': '1000000000000' })],
  ]);
}

const withKey = (probe: Probe, key: string): Probe => ({
  ...probe,
  headers: { ...probe.headers, 'Idempotency-Key': key },
});

const readOf = (app: BenchApp, id: string, isForged = false): Probe => ({
  method: 'GET',
  path: intentPath(id),
  headers: signedHeaders(app, { method: 'GET', path: intentPath(id), isForged }),
});

const NO_ID = `int_${'0'.repeat(32)}`;
const forgedRead = (app: BenchApp): Probe => readOf(app, NO_ID, true);

async function examine(
  { apps, postgres }: Stage,
  probes: ReadonlyMap<string, Probe>,
  { port, database }: { port: number; database: string },
): Promise<Findings> {
  const findings: Findings = new Map();
  for (const [what, probe] of probes) findings.set(what, await send(port, probe));
  const [, reader, stranger, hasty] = apps as [BenchApp, BenchApp, BenchApp, BenchApp];
  const client = await openClient(postgres.url(database));
  const { rows } = await client.query<{ id: string }>(
    'SELECT "id" FROM "intents" ORDER BY "createdAt" LIMIT 1',
  );
  const id = rows[0]?.id ?? NO_ID;
  findings.set('a read', await send(port, readOf(apps[0] as BenchApp, id)));
  findings.set('a read of another App', await send(port, readOf(stranger, id)));
  findings.set('a read of nothing', await send(port, readOf(reader, NO_ID)));
  findings.set('one create too many', await sendMany(port, hasty));
  findings.set('what is stored', generalise(JSON.stringify((await client.query(STORED)).rows)));
  await client.end();
  return findings;
}

/** The first refusal for the rate, of more creates than a second lets through. */
async function sendMany(port: number, app: BenchApp): Promise<string> {
  const { path } = ROUTES.createIntent;
  const probe: Probe = {
    method: 'POST',
    path,
    body: '{}',
    headers: signedHeaders(app, { method: 'POST', path, body: '{}' }),
  };
  const answers = await Promise.all(Array.from({ length: MANY }, () => send(port, probe)));
  return answers.find((answer) => answer.startsWith('429')) ?? 'none was refused';
}

const SHOWN = [
  'content-type',
  'etag',
  'idempotency-replayed',
  'retry-after',
  'x-error-name',
  'x-ratelimit-limit',
];
// Their values change with the moment.
const PRESENT = ['x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

async function send(port: number, { method, path, headers, body }: Probe): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const shown = SHOWN.map((name) => `${name}=${answer.headers.get(name)}`);
  const present = PRESENT.filter((name) => answer.headers.has(name));
  return generalise([answer.status, ...shown, ...present, await answer.text()].join(' '));
}

// Columns with their values, so that a promise which is not kept on disk shows too.
const STORED = `SELECT to_jsonb(i) AS intent,
    (SELECT jsonb_agg(to_jsonb(e) - 'id' ORDER BY e."id") FROM "intent_events" e WHERE e."intentId" = i."id") AS events,
    (SELECT jsonb_agg(to_jsonb(s) ORDER BY s."signature") FROM "signed_creates" s WHERE s."intentId" = i."id") AS signatures
  FROM "intents" i ORDER BY i."createdAt"`;

/** Without what differs from one create to the next: ids, times, and what is sealed (but not under which key). */
const generalise = (text: string): string =>
  text
    .replaceAll(/int_[0-9a-f]{32}/g, 'int_')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'time')
    .replaceAll(/(sealed\.v1\.[0-9a-f]{8})\.[\w-]+/g, '$1');
