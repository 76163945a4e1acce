import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import { ROUTES } from '@procurement-intents/contract';
import type { Exported, ExportingPlan } from './keep-exporting.ts';
import { signedHeaders } from './requests.ts';

const { port, app, count, bytesPerSecond, isRepeated } = workerData as ExportingPlan;
const { path } = ROUTES.exportIntents;
const signer = { ...app, key: createSecretKey(Buffer.from(app.secret)) };
const ending = new AbortController();
const total: Exported = { lines: 0, whole: 0 };
const NEW_LINE = 10;
const LAST_LINE_BYTES = 64;

async function open(): Promise<IncomingMessage> {
  const headers = { ...signedHeaders(signer, { method: 'GET', path }), 'Accept-Encoding': 'gzip' };
  const call = request({ port, path, headers, signal: ending.signal }).end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  if (answer.statusCode === 200) return answer;
  throw new Error(`the export is answered ${answer.statusCode}`);
}

async function* paced(answer: IncomingMessage): AsyncGenerator<Buffer, void> {
  for await (const part of answer as AsyncIterable<Buffer>) {
    yield part;
    if (bytesPerSecond !== null)
      await delay((part.length / bytesPerSecond) * 1000, undefined, { signal: ending.signal });
  }
}

async function read(): Promise<void> {
  const gunzip = createGunzip();
  const counting = (async () => {
    let lines = 0;
    let last = Buffer.alloc(0);
    for await (const text of gunzip as AsyncIterable<Buffer>) {
      for (let at = text.indexOf(NEW_LINE); at >= 0; at = text.indexOf(NEW_LINE, at + 1)) {
        lines += 1;
        // A cut export counts, too.
        total.lines += 1;
      }
      last = Buffer.concat([last, text]).subarray(-LAST_LINE_BYTES);
    }
    if (last.toString().endsWith(`{"end":{"count":${lines - 1}}}\n`)) total.whole += 1;
  })();
  try {
    for await (const part of paced(await open())) if (!gunzip.write(part)) await once(gunzip, 'drain');
  } finally {
    gunzip.end();
    await counting.catch(() => undefined);
  }
}

async function readOn(): Promise<void> {
  do await read();
  while (isRepeated && !ending.signal.aborted);
}

parentPort?.once('message', () => ending.abort());
await Promise.all(
  Array.from({ length: count }, () =>
    readOn().catch((error: unknown) => {
      if (!ending.signal.aborted) throw error;
    }),
  ),
);
parentPort?.postMessage(total);
