import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ROUTES } from '@procurement-intents/contract';
import type { Client } from 'pg';
import { cpuSeconds, cpuSecondsWithChildren } from '../cpu-time.ts';
import { openClient } from '../databases.ts';
import type { Bench } from '../measure-row.ts';
import { startService } from '../processes.ts';
import { type BenchApp, signedHeaders } from '../requests.ts';

/** From the commit of an event to its reader, at a fixed rate. */
export interface FeedResult {
  eventsPerSecond: number;
  apps: number;
  events: number;
  /** Milliseconds. */
  p50Ms: number;
  p99Ms: number;
  /** CPU of an event, microseconds: of the process with API and publisher, and of Postgres. */
  processUs: number;
  postgresUs: number;
  /** Events that came twice, out of order or not at all. */
  wrong: number;
}

const APPS = 50;
const STATEMENT_EVERY_MS = 20;
const EVENTS_PER_STATEMENT = 100;
const LAST_WAIT_MS = 5000;

// As changes of intents write them, without the change: the rate of the feed does not depend on that of purchases.
const ADD = `
  WITH added AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "type", "at", "detail")
    SELECT 'int_' || lpad(to_hex(n), 32, '0'), $1::text[][n % ${APPS} + 1], 'SUBMITTED', 2, 'intent.updated',
      clock_timestamp(), $2::text
    FROM generate_series(1, ${EVENTS_PER_STATEMENT}) AS n RETURNING "id")
  INSERT INTO "unpublished_events" SELECT "id" FROM added`.replace('$1::text[][', '($1::text[])[');

interface Page {
  data: { items: { sequence: number; data: { detail: string } }[]; nextCursor: string };
}

/** Adds events of 50 Apps, 100 with each statement, while a reader of each App waits for them. */
export async function measureFeed({ stage, plan }: Bench): Promise<FeedResult> {
  const { service } = await stage.prepareDatabase('feed', { ofFirstApp: 0, ofOthers: 0, isOursAlone: true });
  const settings = { ROLES: 'api,worker' };
  const server = await startService(stage, { database: service, isVerbose: plan.isVerbose, settings });
  const apps = stage.apps.slice(0, APPS);
  const client = await openClient(stage.postgres.url(service));
  const readers = apps.map((app) => new FeedReader(app, server.port));
  const reading = readers.map((reader) => reader.run());
  // Until the first partitions are there.
  await delay(1000);
  const cpu = () =>
    [cpuSeconds(server.pid) ?? NaN, cpuSecondsWithChildren(stage.postgres.pid) ?? NaN] as const;
  const before = cpu();
  const { committed, seconds } = await addEvents(client, apps, plan.rounds * plan.seconds);
  const events = committed.size * EVENTS_PER_STATEMENT;
  const until = performance.now() + LAST_WAIT_MS;
  while (
    readers.reduce((sum, { received }) => sum + received.length, 0) < events &&
    performance.now() < until
  )
    await delay(20);
  const after = cpu();
  for (const reader of readers) reader.stop();
  await Promise.all(reading);
  await client.end();
  await server.stop();
  const received = readers.flatMap((reader) => reader.received);
  const waits = received.map(({ detail, at }) => at - (committed.get(detail) ?? NaN)).sort((a, b) => a - b);
  const at = (part: number): number => waits[Math.floor(part * (waits.length - 1))] ?? NaN;
  const perEvent = (index: 0 | 1): number => ((after[index] - before[index]) * 1_000_000) / events;
  return {
    eventsPerSecond: events / seconds,
    apps: APPS,
    events,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    processUs: perEvent(0),
    postgresUs: perEvent(1),
    wrong: events - received.length + readers.reduce((sum, { misplaced }) => sum + misplaced, 0),
  };
}

/** Statements at a fixed rate, and when each was committed. */
async function addEvents(client: Client, apps: readonly BenchApp[], seconds: number) {
  const committed = new Map<string, number>();
  const ids = apps.map(({ id }) => id);
  const begunAt = performance.now();
  for (let count = 0; ; count += 1) {
    const dueAt = begunAt + count * STATEMENT_EVERY_MS;
    if (dueAt - begunAt >= seconds * 1000)
      return { committed, seconds: (performance.now() - begunAt) / 1000 };
    await delay(Math.max(0, dueAt - performance.now()));
    await client.query(ADD, [ids, String(count)]);
    committed.set(String(count), performance.now());
  }
}

/** Follows the feed of one App over one connection. */
class FeedReader {
  readonly received: { detail: string; at: number }[] = [];
  misplaced = 0;
  readonly #app: BenchApp;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #ending = new AbortController();
  #cursor = '0';

  constructor(app: BenchApp, port: number) {
    this.#app = app;
    this.#port = port;
  }

  async run(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const page = await this.#read().catch((error: unknown) => {
        if (this.#ending.signal.aborted) return null;
        throw error;
      });
      const at = performance.now();
      for (const { sequence, data } of page?.data.items ?? []) {
        if (sequence !== Number(this.#cursor) + 1) this.misplaced += 1;
        this.#cursor = String(sequence);
        this.received.push({ detail: data.detail, at });
      }
    }
    this.#agent.destroy();
  }

  stop(): void {
    this.#ending.abort();
  }

  #read(): Promise<Page> {
    const path = `${ROUTES.listEvents.path}?cursor=${this.#cursor}&limit=500&wait=25`;
    const headers = signedHeaders(this.#app, { method: 'GET', path });
    return new Promise((resolve, reject) => {
      const options = { port: this.#port, path, headers, agent: this.#agent, signal: this.#ending.signal };
      const call = request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject).on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text) as Page);
          else reject(new Error(`${response.statusCode} ${text}`));
        });
      });
      call.on('error', reject).end();
    });
  }
}
