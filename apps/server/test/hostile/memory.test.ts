import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { LIMITS, ROUTES } from '@procurement-intents/contract';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { rawRequest, requestBytes } from '../support/raw-request.ts';
import { api, demo, growthDuring, residentBytes, useApiProcess } from '../support/use-api-process.ts';
import { runLength } from './run-length.ts';
import { type HalfSentBody, sendInPieces } from './slow-body.ts';

const CONNECTIONS = 200;
const ALLOWED_BYTES = 64 * 1024 * 1024;
const { path: INTENTS, method: POST } = ROUTES.createIntent;

useApiProcess();
beforeAll(async () => {
  // Code that was never run, and young memory that was never filled, are no memory of callers.
  const ordinary = requestBytes(`${POST} ${INTENTS} HTTP/1.1`, inNameOf(demo.appId), 'x'.repeat(4000));
  for (let round = 0; round < 15; round += 1)
    await Promise.all(Array.from({ length: 100 }, () => rawRequest(api.port, ordinary)));
});

/** Asks from an address of its own, as somebody who has nothing to do with the flood. */
async function askHealth(): Promise<void> {
  const response = await new Promise<number | undefined>((resolve, reject) => {
    const { path } = ROUTES.getHealth;
    get({ host: '127.0.0.1', port: api.port, path, localAddress: '127.0.0.9', agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on('error', reject);
  });
  expect(response).toBe(200);
}

const isTooMuch = (idle: number): boolean => residentBytes() - idle > ALLOWED_BYTES;

interface Flood {
  head: () => Buffer;
  piece: string;
  /** How often each connection sends the piece, unless it is ended before. */
  count: number;
}

/** Opens all connections at once, and waits until each has its answer or has sent everything. */
async function flood({ head, piece, count }: Flood): Promise<void> {
  const idle = residentBytes();
  const all = Array.from({ length: CONNECTIONS }, () =>
    sendInPieces(api.port, head(), Buffer.from(piece), count),
  );
  onTestFinished(() => {
    for (const { socket } of all) socket.destroy();
  });
  const isDone = ({ socket, received, isSent }: HalfSentBody): boolean =>
    socket.closed || received() !== '' || isSent();
  await expect.poll(() => isTooMuch(idle) || all.every(isDone), { timeout: 60_000, interval: 5 }).toBe(true);
  // Whoever is answered now comes after all that.
  await askHealth();
  for (const { socket } of all) socket.destroy();
  await Promise.all(all.map(({ closed }) => closed));
}

const inNameOf = (appId: string): string[] => [
  `X-App-Id: ${appId}`,
  `X-Timestamp: ${Date.now()}`,
  `X-Signature: ${'0'.repeat(64)}`,
  'Content-Type: application/json',
];
const create = (headers: string[]): Buffer => requestBytes(`${POST} ${INTENTS} HTTP/1.1`, headers);
const CHUNKED = 'Transfer-Encoding: chunked';
const SIZED = `Content-Length: ${LIMITS.bodyBytes}`;
const tiny = { piece: '1\r\nx\r\n'.repeat(1024), count: runLength(6, 1024) };
const large = { piece: 'x'.repeat(1000), count: 1000 };

const FLOODS: Record<string, Flood> = {
  'bodies in 1-byte chunks that nobody signed': { ...tiny, head: () => create([CHUNKED]) },
  'bodies in 1-byte chunks of unknown Apps': {
    ...tiny,
    head: () => create([...inNameOf(`app_${randomBytes(6).toString('hex')}`), CHUNKED]),
  },
  'bodies in 1-byte chunks in the name of an App': {
    ...tiny,
    head: () => create([...inNameOf(demo.appId), CHUNKED]),
  },
  'bodies of 1 MB that nobody signed and that never end': { ...large, head: () => create([SIZED]) },
  'bodies of 1 MB of unknown Apps that never end': {
    ...large,
    head: () => create([...inNameOf(`app_${randomBytes(6).toString('hex')}`), SIZED]),
  },
  'bodies of 1 MB in the name of an App that never end': {
    ...large,
    head: () => create([...inNameOf(demo.appId), SIZED]),
  },
  'heads that never end': {
    piece: `X-A: ${'a'.repeat(993)}\r\n`,
    count: 60,
    head: () => Buffer.from(`GET ${INTENTS} HTTP/1.1\r\n`),
  },
  'connections with 4000 requests ahead': {
    piece: `GET ${INTENTS} HTTP/1.1\r\n\r\n`.repeat(1000),
    count: 4,
    head: () => Buffer.alloc(0),
  },
};

describe.runIf(process.platform === 'linux')('the memory of a process', () => {
  it.each(Object.keys(FLOODS))(
    `stays within 64 MB of idle under ${CONNECTIONS} %s`,
    async (what) => {
      expect(await growthDuring(() => flood(FLOODS[what] as Flood))).toBeLessThan(ALLOWED_BYTES);
    },
    120_000,
  );
});
