import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trace } from '@opentelemetry/api';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTracing } from './tracing.ts';

it('sends spans to the collector of the standard variables, with the service name', async () => {
  const received: { path: string | undefined; body: string }[] = [];
  const collector = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      received.push({ path: req.url, body: Buffer.concat(chunks).toString() });
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=test');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    collector.closeAllConnections();
    collector.close();
  });

  const stop = startTracing('procurement-test');
  trace.getTracer('procurement-intents').startSpan('GET /api/v1/intents').end();
  await stop();

  expect(received.map(({ path }) => path)).toEqual(['/v1/traces']);
  for (const word of ['procurement-test', 'GET /api/v1/intents', 'deployment.environment']) {
    expect(received[0]?.body).toContain(word);
  }
});
