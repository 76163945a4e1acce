import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:net';
import { ROUTES } from '@procurement-intents/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import { openConnection } from '../support/open-connection.ts';
import { requestBytes } from '../support/raw-request.ts';
import { signedHeaders } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { runLength } from './run-length.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const chunks = (count: number): string => `${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`;
const line = fc.constantFrom(
  `GET ${ROUTES.getHealth.path}`,
  'GET /docs',
  'HEAD /docs',
  'GET /nothing',
  `GET ${ROUTES.listIntents.path}`,
  `POST ${ROUTES.createIntent.path}`,
  'PUT /api/v1/intents/int_1',
  'OPTIONS /api/v1/intents',
  'CONNECT shop.example:443',
);
const header = fc.constantFrom(
  'Connection: close',
  'Connection: keep-alive',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Expect: 100-continue',
  'Expect: nothing',
  'X-App-Id: app_1',
);
const body = fc.oneof(
  fc.constant(''),
  fc.nat(40).map((count) => ({ head: 'Transfer-Encoding: chunked', bytes: chunks(count) })),
  fc.constantFrom(1000, 9500).map((count) => ({ head: 'Transfer-Encoding: chunked', bytes: chunks(count) })),
  fc.nat(30).map((count) => ({ head: `Content-Length: ${count}`, bytes: 'a'.repeat(count) })),
  fc.constant({ head: 'Content-Length: 500000', bytes: 'a' }),
);
const request = fc
  .tuple(line, fc.constantFrom('1.1', '1.1', '1.1', '1.0'), fc.array(header, { maxLength: 2 }), body)
  .map(([first, version, headers, content]) => {
    const { head, bytes } = content === '' ? { head: null, bytes: '' } : content;
    const lines = [`${first} HTTP/${version}`, 'Host: x', ...headers, ...(head === null ? [] : [head])];
    return `${lines.join('\r\n')}\r\n\r\n${bytes}`;
  });
/** What one connection sends. */
interface Traffic {
  requests: string[];
  /** How many parts it is written in. */
  parts: number;
  isReading: boolean;
  end: 'reset' | 'end' | 'destroy' | 'wait';
}
const traffic: fc.Arbitrary<Traffic> = fc.record({
  requests: fc.array(fc.oneof({ arbitrary: request, weight: 20 }, fc.constant('nonsense\r\n\r\n')), {
    minLength: 1,
    maxLength: 40,
  }),
  parts: fc.integer({ min: 1, max: 4 }),
  isReading: fc.boolean(),
  end: fc.constantFrom('reset', 'end', 'destroy', 'wait'),
});

/** Sends it from an address of its own, so that none is refused for what another has sent. */
async function send(port: number, host: number, { requests, parts, isReading, end }: Traffic): Promise<void> {
  const bytes = requests.join('');
  const localAddress = `127.1.${host >> 8}.${host & 255}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  if (isReading) socket.resume();
  const size = Math.ceil(bytes.length / parts);
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.slice(at, at + size));
    await delay(at === 0 ? 2 : 1);
  }
  if (end === 'reset') socket.resetAndDestroy();
  if (end === 'end') socket.end();
  if (end === 'wait') await delay(20);
  socket.destroy();
}

it('end no process, whatever they are and whenever their connection closes', async () => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown): void => void failures.push(error);
  process.on('uncaughtExceptionMonitor', onFailure);
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', onFailure));
  const port = Number(new URL(service.baseUrl).port);
  let host = 1;
  await fc.assert(
    fc.asyncProperty(fc.array(traffic, { minLength: 1, maxLength: 8 }), async (all) => {
      await Promise.all(all.map((each) => send(port, (host = (host % 60_000) + 1), each)));
      expect(failures).toEqual([]);
    }),
    { numRuns: runLength(60, 6000) },
  );
  expect((await service.call('GET', ROUTES.getHealth.path)).status).toBe(200);
}, 300_000);

/** How the creates of one connection come: the sizes of its writes. */
const writes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 });

/** Sends creates of an App of its own, and stops when the service does. */
async function buy({ port, sandboxUrl, addApp }: TestService, sizes: number[], isStopped: () => boolean) {
  const signer = await addApp();
  const { socket, closed, answered, received } = await openConnection(port);
  let isReset = false;
  socket.on('error', () => (isReset = true));
  const { path } = ROUTES.createIntent;
  const create = (): Buffer => {
    const content = JSON.stringify(intentBody({ sandboxUrl }));
    const signed = signedHeaders(signer, { method: 'POST', path, body: content });
    const headers = Object.entries({ ...signed, 'Content-Type': 'application/json' });
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    return requestBytes(`POST ${path} HTTP/1.1`, lines, content);
  };
  async function run(): Promise<void> {
    for (const size of sizes) {
      if (isStopped()) break;
      socket.write(Buffer.concat(Array.from({ length: size }, create)));
      await delay(3);
    }
    await closed;
  }
  return { appId: signer.appId, ended: run(), answered, received, isReset: () => isReset };
}

it('are all answered that a stop finds begun', async () => {
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 6, maxLength: 6 }), fc.nat(15), async (all, afterMs) => {
      const stopping = await startTestService({ graceMs: 86_400_000 });
      try {
        let isStopped = false;
        const callers = await Promise.all(all.map((sizes) => buy(stopping, sizes, () => isStopped)));
        await delay(afterMs);
        isStopped = true;
        await stopping.stopServing(10_000);
        for (const { appId, ended, answered, received, isReset } of callers) {
          await ended;
          // What a connection has not read when it closes resets it, and can take an answer with it.
          if (isReset()) continue;
          whole += 1;
          const bought = await stopping.database.intent.count({ where: { appId } });
          expect(answered().filter((status) => status === 201)).toHaveLength(bought);
          expect(received().split(/^connection: close/im).length).toBeLessThanOrEqual(2);
        }
      } finally {
        await stopping.stop();
      }
    }),
    { numRuns: runLength(4, 60) },
  );
  expect(whole).toBeGreaterThan(0);
}, 300_000);
