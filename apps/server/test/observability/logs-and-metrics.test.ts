import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPrivateServer } from '../../src/health/private-server.ts';
import { intentBody } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let operations: Awaited<ReturnType<typeof startPrivateServer>>;
let reason: string | null = null;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  service = await startTestService({ isWorking: true, log: pino({ base: null }, sink) as never });
  operations = await startPrivateServer(
    { metrics: service.metrics, whyNotReady: async () => reason },
    { host: '127.0.0.1', port: 0, portSetting: 'PRIVATE_PORT' },
  );
});
afterAll(async () => {
  await operations.stop(0);
  await service.stop();
});

const read = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${operations.port}${path}`);
  return { status: response.status, text: await response.text() };
};
/** The sum of a metric's samples whose labels hold all of `labels`. */
async function sample(name: string, ...labels: string[]): Promise<number> {
  const { text } = await read('/metrics');
  return text
    .split('\n')
    .filter((line) => line.startsWith(name) && labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('the private server', () => {
  it('says that the process lives, and whether it is ready', async () => {
    expect(await read('/livez')).toEqual({ status: 200, text: 'ok\n' });
    expect(await read('/readyz')).toEqual({ status: 200, text: 'ok\n' });
    reason = 'stopping';
    expect(await read('/readyz')).toEqual({ status: 503, text: 'stopping\n' });
    expect((await read('/api/v1/health')).status).toBe(404);
    reason = null;
  });

  it('measures requests, refusals, moves and calls to platforms', async () => {
    const created = await service.call('POST', '/api/v1/intents', {
      body: intentBody(service, 'out-of-stock'),
    });
    await service.call('POST', '/api/v1/intents', { body: {} });
    await vi.waitFor(async () => {
      expect(await sample('procurement_intent_moves_total', 'FAILED', 'OUT_OF_STOCK')).toBe(1);
    }, 10_000);
    expect(created.status).toBe(201);
    const requests = 'procurement_http_request_duration_seconds_count';
    expect(await sample(requests, 'createIntent', '"201"')).toBe(1);
    expect(await sample(requests, 'createIntent', '"400"')).toBe(1);
    expect(await sample('procurement_refusals_total', 'VALIDATION_FAILED')).toBe(1);
    expect(await sample('procurement_intent_moves_total', 'SUBMITTED')).toBe(1);
    expect(
      await sample('procurement_platform_call_duration_seconds_count', 'PLATFORM_A', 'page', 'ok'),
    ).toBeGreaterThan(1);
    await vi.waitFor(async () => expect(await sample('procurement_due_intents')).toBe(0), 5000);
  });
});

describe('the log', () => {
  it('has one line a request, with its id, and no path or query (E10)', async () => {
    await service.call('GET', '/api/v1/intents?userId=canary-user', {
      headers: { 'X-Request-Id': 'req-of-mine' },
    });
    const mine = await vi.waitFor(() => {
      const found = lines.filter(({ requestId }) => requestId === 'req-of-mine');
      expect(found).toHaveLength(1);
      return found[0];
    });
    expect(mine).toMatchObject({ operation: 'listIntents', status: 200, appId: service.signer.appId });
    expect(mine?.['durationMs']).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toContain('canary-user');
  });

  it('names the error of a refusal and calls an unknown route by no name of the caller', async () => {
    await service.call('GET', '/api/v1/canary-route', { headers: { 'X-Request-Id': 'req-astray' } });
    const line = await vi.waitFor(() => {
      const found = lines.find(({ requestId }) => requestId === 'req-astray');
      expect(found).toBeDefined();
      return found;
    });
    expect(line).toMatchObject({ operation: 'unmatched', status: 404, error: 'ROUTE_NOT_FOUND' });
    expect(JSON.stringify(lines)).not.toContain('canary-route');
  });
});
