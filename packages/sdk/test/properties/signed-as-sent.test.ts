import { createHmac } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Fetch } from '../../src/index.ts';
import { createClient, SECRET } from '../start-service.ts';
import { randomText, seededRandom } from './seeded-random.ts';

const QUERIES = 10_000;
const QUERIES_ON_THE_WIRE = 500;
// As many as the limits let an App read in one second.
const QUERIES_PER_APP = 100;

const BODY = '{"code":0,"message":"","data":null}';
const ANSWER = `HTTP/1.1 200 OK\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;

const hmacHex = (message: string) =>
  createHmac('sha256', SECRET).update(Buffer.from(message, 'latin1')).digest('hex');

/** Lists `count` times with random filters; `fetch` and `baseUrl` lead to whoever judges. */
async function listAll(count: number, baseUrl: string, fetch?: Fetch): Promise<void> {
  const random = seededRandom(count);
  let { intents } = createClient(baseUrl);
  for (let index = 0; index < count; index += 1) {
    if (index % QUERIES_PER_APP === 0) {
      const appId = `app_${baseUrl.length}_${index}`;
      ({ intents } = createClient(baseUrl, { appId, ...(fetch && { fetch }) }));
    }
    const query = { userId: randomText(random), 'filter[title]': randomText(random) };
    await intents.list(query);
  }
}

/** Judges each request by the bytes of its request line, which no HTTP library has touched. */
async function startJudge() {
  const targets: string[] = [];
  const wrong: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!text.endsWith('\r\n\r\n')) return;
      const [, method = '', target = ''] = /^(\S+) (\S+) /.exec(text) ?? [];
      const [, timestamp = ''] = /^x-timestamp: (.*)\r$/im.exec(text) ?? [];
      const [, signature] = /^x-signature: (.*)\r$/im.exec(text) ?? [];
      targets.push(target);
      if (signature !== hmacHex(method + target + timestamp)) wrong.push(target);
      text = '';
      socket.write(ANSWER);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, targets, wrong };
}

it(`${QUERIES_ON_THE_WIRE} random queries are signed as they stand on the wire`, async () => {
  const { baseUrl, targets, wrong } = await startJudge();
  await listAll(QUERIES_ON_THE_WIRE, baseUrl);
  expect(wrong).toEqual([]);
  expect(targets).toHaveLength(QUERIES_ON_THE_WIRE);
});

it(`${QUERIES} random queries are signed as a request writes them`, async () => {
  const origin = 'https://api.example';
  const wrong: string[] = [];
  let count = 0;
  await listAll(QUERIES, origin, (url, { method, headers }) => {
    count += 1;
    const target = new URL(url).href.slice(origin.length);
    const signed = hmacHex(method + target + String(headers['x-timestamp']));
    if (url !== origin + target || headers['x-signature'] !== signed) wrong.push(target);
    return Promise.resolve({
      ok: true,
      status: 200,
      headers: { get: () => null },
      text: () => Promise.resolve(BODY),
    });
  });
  expect(wrong).toEqual([]);
  expect(count).toBe(QUERIES);
});
