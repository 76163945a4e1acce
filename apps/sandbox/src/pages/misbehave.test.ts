import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { createGunzip } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { startSandbox } from '../../test/start-sandbox.ts';

async function visit(url: string) {
  const request = get(url, { agent: false });
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return { request, response };
}

async function expectNobodyConnected(server: Server): Promise<void> {
  const count = () => new Promise((done) => server.getConnections((_, connections) => done(connections)));
  await vi.waitFor(async () => expect(await count()).toBe(0));
}

test('hang accepts the request and never responds', async () => {
  const { origin, server } = await startSandbox();
  const request = get(`${origin}/a/items/hang`, { agent: false });
  request.on('error', () => {});
  let answered = false;
  request.on('response', () => (answered = true));
  await once(server, 'request');
  // Responses to later requests prove that there was enough time to answer the first.
  for (let later = 0; later < 20; later++)
    await fetch(`${origin}/a/items/ordinary`).then((page) => page.text());
  expect(answered).toBe(false);
  request.destroy();
});

test('drip sends one byte at a time, and stops when the client disconnects', async () => {
  const { origin, server } = await startSandbox({ speed: 500 });
  const { request, response } = await visit(`${origin}/a/items/drip`);
  expect(response.statusCode).toBe(200);
  let received = Buffer.alloc(0);
  let chunks = 0;
  for await (const chunk of response) {
    received = Buffer.concat([received, chunk as Buffer]);
    if (++chunks === 150) break;
  }
  expect(received.length).toBeLessThan(300);
  expect(received.toString()).toMatch(/^<!doctype html>/);
  request.destroy();
  await expectNobodyConnected(server);
});

test('drip sends one byte per second at speed 1', async () => {
  const { origin } = await startSandbox();
  const startMs = performance.now();
  const { request, response } = await visit(`${origin}/a/items/drip`);
  await once(response, 'data');
  await once(response, 'data');
  expect(performance.now() - startMs).toBeGreaterThan(950);
  request.destroy();
});

test('huge sends more than any page has, and stops when the client disconnects', async () => {
  const { origin, server } = await startSandbox();
  const { request, response } = await visit(`${origin}/a/items/huge`);
  let receivedBytes = 0;
  for await (const chunk of response) {
    receivedBytes += (chunk as Buffer).length;
    if (receivedBytes > 50_000_000) break;
  }
  expect(receivedBytes).toBeGreaterThan(50_000_000);
  request.destroy();
  await expectNobodyConnected(server);
});

test('huge waits for a client that does not read', async () => {
  const { origin, server } = await startSandbox();
  server.once('connection', (socket) => (sender = socket));
  let sender: { bytesWritten: number; writableLength: number } | undefined;
  const { request } = await visit(`${origin}/a/items/huge`);
  let before = -1;
  await vi.waitFor(() => {
    const { bytesWritten = 0 } = sender ?? {};
    const stood = bytesWritten === before;
    before = bytesWritten;
    expect(stood).toBe(true);
  });
  expect(sender?.writableLength).toBeLessThan(4_000_000);
  request.destroy();
});

test('bomb is small on the wire and unpacks to more than 100 MB', async () => {
  const { origin } = await startSandbox();
  const { response } = await visit(`${origin}/a/items/bomb`);
  expect(response.headers['content-encoding']).toBe('gzip');
  expect(Number(response.headers['content-length'])).toBeLessThan(1_000_000);
  let unpackedBytes = 0;
  for await (const chunk of response.pipe(createGunzip())) unpackedBytes += (chunk as Buffer).length;
  expect(unpackedBytes).toBeGreaterThan(100_000_000);
}, 20_000);

test('closing the sandbox breaks every delayed response', async () => {
  const { origin, server, sandbox } = await startSandbox();
  const ends = ['hang', 'drip', 'huge'].map((item) => {
    const request = get(`${origin}/a/items/${item}`, { agent: false });
    request.on('response', (response) => response.on('error', () => {}).resume());
    return new Promise((done) => request.on('error', done).on('close', done));
  });
  let requests = 0;
  await new Promise<void>((done) => server.on('request', () => ++requests === 3 && done()));
  sandbox.close();
  await Promise.all(ends);
  await expectNobodyConnected(server);
});
