import { ROUTES } from '@procurement-intents/contract';
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { rawRequest, requestBytes, toAnswer } from '../../test/raw-request.ts';
import type { AppDirectory } from '../client-apps/app-directory.ts';
import { createRateLimiter } from '../auth/rate-limit/rate-limiter.ts';
import { ApiError } from '../errors.ts';
import { createLogger } from '../observability/logger.ts';
import { createMetrics } from '../observability/metrics.ts';
import { BodyBudget } from './body/body-budget.ts';
import { createExpressApp } from './express-app.ts';
import type { Handlers } from './handler.ts';
import { createMessageClasses } from './messages.ts';
import { mountOperations } from './operations.ts';
import { servePages } from './pages.ts';
import { createPipeline, type PipelineDeps } from './pipeline.ts';
import { startHttpServer } from './server.ts';

const NO_APPS: AppDirectory = { find: async () => null, isKnown: () => false };
const PAGE = { path: '/page', type: 'html', headers: {}, content: Buffer.from('a page') };
const GET_HEALTH = requestBytes(`GET ${ROUTES.getHealth.path} HTTP/1.1`);

/** A server whose only working operation is the health check. */
async function serve(
  getHealth: () => Promise<unknown>,
  options: Pick<PipelineDeps, 'isTraced'> = {},
): Promise<number> {
  const app = createExpressApp();
  const clock = createFakeClock();
  const listener = createPipeline({
    ...options,
    apps: NO_APPS,
    clock,
    limiter: createRateLimiter(clock),
    log: createLogger('silent'),
    metrics: createMetrics(),
    operations: mountOperations({ getHealth } as unknown as Handlers),
    pages: servePages({ paths: ['/page'], headers: {}, pages: [PAGE] }),
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
