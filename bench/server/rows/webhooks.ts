import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import type { Client } from 'pg';
import { cpuSeconds, cpuSecondsWithChildren } from '../cpu-time.ts';
import { openClient } from '../databases.ts';
import type { Bench } from '../measure-row.ts';
import { startService } from '../processes.ts';
import { registerWebhook } from '../register-webhook.ts';

/** Deliveries of one worker process to endpoints that answer at once. */
export interface WebhooksResult {
  endpoints: number;
  /** At a fixed rate. */
  steady: { perSecond: number; p50Ms: number; p99Ms: number };
  /** From a backlog: as many as it can. */
  backlogPerSecond: number;
  /** The same with so many old deliveries stored. */
  stored: number;
  backlogPerSecondWithStored: number;
  /** CPU of a delivery of the first backlog, microseconds: of the process, and of Postgres. */
  processUs: number;
  postgresUs: number;
  /** Deliveries that came twice or not at all. */
  wrong: number;
}

const APPS = 2;
const EACH = WEBHOOK_LIMITS.endpoints;
const ENDPOINTS = APPS * EACH;
// Of both Apps together; each event goes to twenty endpoints: 1,000 deliveries a second.
const EVENTS_PER_SECOND = 50;
const STORED = 1_000_000;
const LAST_WAIT_MS = 60_000;

const ADD = `
  WITH added AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "type", "at", "detail")
    SELECT 'int_' || lpad(to_hex(n), 32, '0'), ($1::text[])[n % ${APPS} + 1], 'SUBMITTED', 2, 'intent.updated',
      clock_timestamp(), $2::text
    FROM generate_series(1, $3::int) AS n RETURNING "id")
  INSERT INTO "unpublished_events" SELECT "id" FROM added`;

const STORE = `
  INSERT INTO "webhook_deliveries" ("id", "webhookId", "appId", "sequence", "publishedAt", "eventId", "type", "subjectId",
    "state", "rank", "attempt", "tries", "lastStatus", "queuedAt", "createdAt")
  SELECT gen_random_uuid(), w."id", w."appId", 1000000 + n, now() - interval '1 day', gen_random_uuid(), 'intent.updated',
    'int_' || lpad(to_hex(n), 32, '0'), 'SUCCEEDED', 1, 1, 1, 204, now() - interval '1 day', now() - interval '1 day'
  FROM "webhook_endpoints" AS w, generate_series(1, ${STORED / ENDPOINTS}) AS n`;

/** Endpoints that answer at once, and when each delivery came. */
class Receiver {
  received: { detail: string; at: number }[] = [];
  readonly #server = createServer((asked, response) => this.#receive(asked, response));

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async until(count: number): Promise<void> {
    const end = performance.now() + LAST_WAIT_MS;
    while (this.received.length < count && performance.now() < end) await delay(5);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #receive(asked: IncomingMessage, response: ServerResponse): void {
    let text = '';
    asked.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    asked.on('end', () => {
      response.writeHead(204).end();
      const detail = /"detail":"([^"]*)"/.exec(text)?.[1] ?? '';
      this.received.push({ detail, at: performance.now() });
    });
  }
}

/** Sends events of two Apps to forty endpoints: at a fixed rate, then from a backlog, without and with old deliveries. */
export async function measureWebhooks({ stage, plan }: Bench): Promise<WebhooksResult> {
  const { service } = await stage.prepareDatabase('webhooks', {
    ofFirstApp: 0,
    ofOthers: 0,
    isOursAlone: true,
  });
  const receiver = new Receiver();
  const origin = await receiver.start();
  const apps = stage.apps.slice(0, APPS);
  const ids = apps.map(({ id }) => id);
  const client = await openClient(stage.postgres.url(service));
  await client.query(
    `UPDATE "apps" SET "permissions" = "permissions" || '{webhooks:read,webhooks:write}' WHERE "id" = ANY($1)`,
    [ids],
  );
  const settings = { ROLES: 'api,worker', NODE_ENV: 'development', WEBHOOK_LOOPBACK_ORIGINS: origin };
  const server = await startService(stage, { database: service, isVerbose: plan.isVerbose, settings });
  for (const app of apps)
    for (let count = 0; count < EACH; count += 1)
      await registerWebhook(app, server.port, `${origin}/${count}`);
  await delay(1000);
  const seconds = plan.rounds * plan.seconds;
  const steady = await measureSteady({ client, ids, receiver, seconds });
  const cpu = () => [cpuSeconds(server.pid) ?? NaN, cpuSecondsWithChildren(stage.postgres.pid) ?? NaN];
  const before = cpu();
  const backlog = await measureBacklog({ client, ids, receiver, seconds });
  const after = cpu();
  await client.query(STORE);
  await client.query('VACUUM ANALYZE "webhook_deliveries"');
  const withStored = await measureBacklog({ client, ids, receiver, seconds });
  const perDelivery = (index: 0 | 1): number =>
    (((after[index] ?? NaN) - (before[index] ?? NaN)) * 1_000_000) / backlog.deliveries;
  await client.end();
  await server.stop();
  receiver.stop();
  return {
    endpoints: ENDPOINTS,
    steady,
    backlogPerSecond: backlog.perSecond,
    stored: STORED,
    backlogPerSecondWithStored: withStored.perSecond,
    processUs: perDelivery(0),
    postgresUs: perDelivery(1),
    wrong: steady.wrong + backlog.wrong + withStored.wrong,
  };
}

interface Run {
  client: Client;
  ids: readonly string[];
  receiver: Receiver;
  seconds: number;
}

/** One statement of events ten times a second. */
async function measureSteady({ client, ids, receiver, seconds }: Run) {
  receiver.received = [];
  const committed = new Map<string, number>();
  const perStatement = EVENTS_PER_SECOND / 10;
  const begunAt = performance.now();
  for (let count = 0; count < seconds * 10; count += 1) {
    await delay(Math.max(0, begunAt + count * 100 - performance.now()));
    await client.query(ADD, [ids, `steady ${count}`, perStatement]);
    committed.set(`steady ${count}`, performance.now());
  }
  const took = (performance.now() - begunAt) / 1000;
  const deliveries = committed.size * perStatement * EACH;
  await receiver.until(deliveries);
  const { received } = receiver;
  const waits = received.map(({ detail, at }) => at - (committed.get(detail) ?? NaN)).sort((a, b) => a - b);
  const at = (part: number): number => waits[Math.floor(part * (waits.length - 1))] ?? NaN;
  const wrong = Math.abs(deliveries - received.length);
  return { perSecond: deliveries / took, p50Ms: at(0.5), p99Ms: at(0.99), wrong };
}

/** All events at once: how fast they leave. */
async function measureBacklog({ client, ids, receiver, seconds }: Run) {
  receiver.received = [];
  const events = EVENTS_PER_SECOND * seconds;
  const deliveries = events * EACH;
  await client.query(ADD, [ids, 'backlog', events]);
  const begunAt = performance.now();
  await receiver.until(deliveries);
  const perSecond = receiver.received.length / ((performance.now() - begunAt) / 1000);
  // What comes twice comes soon.
  await delay(1000);
  return { perSecond, deliveries, wrong: Math.abs(deliveries - receiver.received.length) };
}
