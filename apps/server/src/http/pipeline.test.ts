import { contract, ROUTES } from '@procurement-intents/contract';
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { ApiError } from '@procurement-intents/domain';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { NO_CREDENTIALS } from '../../test/support/no-credentials.ts';
import { openConnection } from '../../test/support/open-connection.ts';
import { rawRequest, requestBytes, toAnswer } from '../../test/support/raw-request.ts';
import type { AppDirectory } from '../client-apps/app-directory.ts';
import { createRateLimiter } from '../auth/rate-limit/rate-limiter.ts';
import { createLogger } from '../observability/logger.ts';
import { createMetrics } from '../observability/metrics.ts';
import { BodyBudget } from './body/body-budget.ts';
import { createExpressApp } from './express-app.ts';
import type { Handlers } from './handler.ts';
import { createMessageClasses } from './messages.ts';
import { findOperations, mountContract } from './operations.ts';
import { servePages } from './pages.ts';
import { createPipeline, type PipelineDeps } from './pipeline.ts';
import type { RequestContext } from './request-context.ts';
import { startHttpServer } from './server.ts';

const NO_APPS: AppDirectory = { find: async () => null, isKnown: () => false };
const PAGE = { path: '/page', type: 'html', headers: {}, content: Buffer.from('a page') };
const GET_HEALTH = requestBytes(`GET ${ROUTES.getHealth.path} HTTP/1.1`);

/** A server whose only working operation is the health check. */
async function serve(
  getHealth: (input: unknown, request: RequestContext) => Promise<unknown>,
  options: Partial<Pick<PipelineDeps, 'isTraced' | 'allowedOrigins' | 'log'>> = {},
): Promise<number> {
  const app = createExpressApp();
  const clock = createFakeClock();
  const listener = createPipeline({
    apps: NO_APPS,
    credentials: NO_CREDENTIALS,
    clock,
    limiter: createRateLimiter(clock),
    log: createLogger('silent'),
    metrics: createMetrics(),
    operations: findOperations(mountContract(contract, { getHealth } as unknown as Handlers)),
    pages: servePages({ paths: ['/page'], headers: {}, pages: [PAGE] }),
    ...options,
  });
  const messages = createMessageClasses(app, new BodyBudget());
  const address = { host: '127.0.0.1', port: 0, portSetting: 'PORT' };
  const server = await startHttpServer(listener, { ...address, messages });
  onTestFinished(() => server.stop(0));
  return server.port;
}

it('answers 50001 when a handler returns what JSON cannot hold, and continues to serve', async () => {
  let data: unknown = 1n;
  const port = await serve(async () => ({ status: 200, body: { code: 0, data } }));
  expect(toAnswer(await rawRequest(port, GET_HEALTH)).body.code).toBe(50001);
  data = 1;
  expect((await rawRequest(port, GET_HEALTH)).status).toBe(200);
});

it('closes the connection when the error response cannot be sent either, and continues to serve', async () => {
  let error: Error = new ApiError('UNHEALTHY', { data: 1n as never });
  const port = await serve(() => Promise.reject(error));
  await expect(rawRequest(port, GET_HEALTH)).rejects.toThrow();
  error = new ApiError('UNAVAILABLE');
  expect((await rawRequest(port, GET_HEALTH)).status).toBe(503);
});

it.each([
  ['logs no failure when the caller has gone while a call waited', (reason: unknown) => reason, 0],
  ['logs what else fails then', () => new Error('a defect'), 1],
])('%s', async (_, errorOf, failures) => {
  const log = createLogger('silent');
  const logged = vi.spyOn(log, 'error');
  const begun = Promise.withResolvers<void>();
  const port = await serve(
    (__, { signal }) => {
      begun.resolve();
      return new Promise((___, reject) =>
        signal.addEventListener('abort', () => reject(errorOf(signal.reason))),
      );
    },
    { log },
  );
  const ended = vi.spyOn(log, 'info');
  const { socket } = await openConnection(port);
  socket.write(GET_HEALTH);
  await begun.promise;
  socket.destroy();
  await vi.waitFor(() =>
    expect(ended.mock.calls.length + logged.mock.calls.length).toBeGreaterThan(failures),
  );
  expect(logged).toHaveBeenCalledTimes(failures);
});

it.each(['/none', '/page/none'])(
  'refuses a request to %s before reading its body, and closes the connection',
  async (path) => {
    const port = await serve(() => Promise.reject(new ApiError('UNAVAILABLE')));
    const answer = await rawRequest(port, requestBytes(`POST ${path} HTTP/1.1`, [], 'a whole body'));
    expect([answer.status, answer.headers['connection']]).toEqual([404, 'close']);
  },
);

it('serves a page, whatever the body of the request', async () => {
  const port = await serve(() => Promise.reject(new ApiError('UNAVAILABLE')));
  const bytes = requestBytes('GET /page HTTP/1.1', [], 'a whole body');
  expect(await rawRequest(port, bytes)).toMatchObject({ status: 200, text: 'a page' });
});

it('sends a span with the route for each request when traced, and makes none otherwise', async () => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  onTestFinished(() => trace.disable());
  const healthy = async () => ({ status: 200, body: {} });
  await rawRequest(await serve(healthy), GET_HEALTH);
  await rawRequest(await serve(healthy, { isTraced: true }), GET_HEALTH);
  await expect
    .poll(() => exporter.getFinishedSpans().map(({ name }) => name))
    .toEqual([`GET ${ROUTES.getHealth.path}`]);
});

const CHUNKED = ['Transfer-Encoding: chunked'];

it.each([
  ['a page', requestBytes('GET /page HTTP/1.1', CHUNKED)],
  [
    'a preflight',
    requestBytes(`OPTIONS ${ROUTES.getHealth.path} HTTP/1.1`, [
      ...CHUNKED,
      'Origin: https://shop.example',
      'Access-Control-Request-Method: GET',
    ]),
  ],
])('answers %s before its body has come, and closes the connection', async (_, request) => {
  const port = await serve(async () => ({}), { allowedOrigins: ['https://shop.example'] });
  const { socket, closed, received } = await openConnection(port);
  socket.write(request);
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 20[04] /);
});

const inChunks = (line: string, chunks: number): string =>
  requestBytes(`${line} HTTP/1.1`, CHUNKED).toString('latin1') + '1\r\na\r\n'.repeat(chunks);

it.each([
  ['pages with a body', inChunks('GET /page', 5000)],
  ['a body', inChunks('POST /api/v1/intents', 5000)],
  ['a little of a body on each connection', inChunks('POST /api/v1/intents', 600)],
  ['several bodies', `${inChunks('POST /api/v1/intents', 500)}0\r\n\r\n`.repeat(5)],
])('closes the connections of an address that asks for %s in chunks of one byte', async (_, request) => {
  const port = await serve(async () => ({ status: 200, body: {} }));
  const open = () => openConnection(port, '127.0.0.2');
  const silent = await open();
  const flooding = await Promise.all(Array.from({ length: 30 }, open));
  for (const { socket } of flooding) socket.write(request);
  await silent.closed;
  await (
    await open()
  ).closed;
  expect((await rawRequest(port, GET_HEALTH)).status).toBe(200);
});

it.each([
  ['a flood closes', 3, 10_000],
  ['an answer closes', 3, 3],
])('survives requests behind those whose connection %s', async (_, first, second) => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown): void => void failures.push(error);
  process.on('uncaughtExceptionMonitor', onFailure);
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', onFailure));
  let handled = 0;
  const port = await serve(async () => {
    handled += 1;
    return { status: 200, body: {} };
  });
  const bodyOf = (chunks: number): string => `${inChunks('POST /api/v1/intents', chunks)}0\r\n\r\n`;
  const { socket, closed } = await openConnection(port, '127.0.0.3');
  socket.write(bodyOf(first) + bodyOf(second) + GET_HEALTH.toString('latin1').repeat(3));
  await closed;
  expect((await rawRequest(port, GET_HEALTH)).status).toBe(200);
  expect(failures).toEqual([]);
  expect(handled).toBe(1);
});
