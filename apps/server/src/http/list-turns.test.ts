import { bearerContract, type BearerMetadata, SCOPES } from '@procurement-intents/contract/bearer';
import type { Holder } from '@procurement-intents/domain/bearer';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { openConnection } from '../../test/support/open-connection.ts';
import { requestBytes } from '../../test/support/raw-request.ts';
import { createRateLimiter } from '../auth/rate-limit/rate-limiter.ts';
import { createLogger } from '../observability/logger.ts';
import { createMetrics } from '../observability/metrics.ts';
import { BodyBudget } from './body/body-budget.ts';
import { createExpressApp } from './express-app.ts';
import { createMessageClasses } from './messages.ts';
import { findOperations } from './operations.ts';
import { servePages } from './pages.ts';
import { createPipeline } from './pipeline.ts';
import { startHttpServer } from './server.ts';

interface Route {
  method: string;
  path: string;
  metadata: BearerMetadata;
  responses: Record<number, unknown>;
}
const ROUTES = Object.entries(bearerContract as Record<string, Route>);

/** It waits for events, and has places of its own for those who do. */
const WAITS = 'readAppEvents';

/** Whether the contract shows that the route reads many rows: a list has items, and a report is one. */
function isListOrReport([id, { method, path, responses }]: (typeof ROUTES)[number]): boolean {
  const body = responses[200];
  const hasItems = body instanceof z.ZodObject && 'items' in body.shape;
  return method === 'GET' && id !== WAITS && (hasItems || path.startsWith('/v1/reports'));
}

const LISTS = ROUTES.filter(isListOrReport).map(([id, { path }]) => [id, path] as const);
const OTHERS = ROUTES.filter((route) => !isListOrReport(route));

/** Whoever gives a name as a credential is that person. */
const holderOf = (userId: string) =>
  ({
    id: userId,
    credentialId: userId,
    userId,
    scopes: Object.keys(SCOPES),
    ipAllowList: [],
  }) as unknown as Holder;

/** A server of the company's side whose operation `held` answers when it is let go, and all others at once. */
async function serve(held: string) {
  const begun: string[] = [];
  const release = Promise.withResolvers<void>();
  const clock = createFakeClock();
  const operations = ROUTES.map(([id, route]) => ({
    id,
    ...route,
    respond: async () => {
      begun.push(id);
      if (id === held) await release.promise;
      return { status: 200, body: {} } as never;
    },
  }));
  const listener = createPipeline({
    apps: { find: async () => null, isKnown: () => false },
    credentials: {
      findConsole: null,
      find: async (name) => ({ state: 'valid', holder: holderOf(name) }),
      used: () => undefined,
    },
    clock,
    limiter: createRateLimiter(clock),
    log: createLogger('silent'),
    metrics: createMetrics(),
    operations: findOperations(operations),
    pages: servePages({ paths: [], headers: {}, pages: [] }),
  });
  const messages = createMessageClasses(createExpressApp(), new BodyBudget());
  const server = await startHttpServer(listener, {
    host: '127.0.0.1',
    port: 0,
    portSetting: 'PORT',
    messages,
  });
  onTestFinished(() => server.stop(0));
  return { port: server.port, begun, release: release.resolve };
}

const JSON_BODY = ['Content-Type: application/json'];
const requestOf = (line: string, who: string, headers: string[] = [], body = ''): Buffer =>
  requestBytes(`${line} HTTP/1.1`, [`Authorization: Bearer ${who}`, ...headers], body);
const rename = (who: string) => requestOf('PATCH /v1/profile', who, JSON_BODY, '{}');

it.each(LISTS)('works on few calls of %s at once, and on one of a person', async (id, path) => {
  const { port, begun, release } = await serve(id);
  const list = (who: string) => requestOf(`GET ${path.replaceAll(/:\w+/g, 'x')}`, who);
  const lists = () => begun.filter((one) => one === id).length;
  /** Asks for the list twice, and resolves when both calls have begun or wait: what came behind them has begun. */
  async function askTwice(who: string) {
    const changes = begun.length - lists();
    const connection = await openConnection(port);
    connection.socket.write(Buffer.concat([list(who), list(who), rename(who)]));
    await vi.waitFor(() => expect(begun.length - lists()).toBe(changes + 1));
    return connection;
  }
  const [one, two, three] = [await askTwice('one'), lists(), await askTwice('two')];
  const four = await askTwice('three');
  expect([two, lists()]).toEqual([1, 2]);
  const login = requestBytes('POST /auth/login HTTP/1.1', JSON_BODY, '{}');
  const other = await openConnection(port);
  expect([await other.ask(login), await other.ask(rename('one'))]).toEqual([200, 200]);
  release();
  await vi.waitFor(() => {
    for (const each of [one, three, four]) expect(each.answered()).toEqual([200, 200, 200]);
  });
});

it.each(OTHERS)('lets no call of %s wait for lists', (_, { metadata }) => {
  expect('readsMany' in metadata).toBe(false);
});
