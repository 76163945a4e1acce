import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LookupAll } from '../outbound/resolve-name.ts';
import { createWebhookSender } from './send-attempt.ts';
import { newSigningKey } from './signing-key.ts';

const NOW = new Date('2026-11-21T08:30:00.000Z');
const PRIVATE = [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '192.168.1.1',
  '100.64.0.1',
  '::1',
  'fc00::1',
  '::ffff:10.0.0.1',
];

/** A server on this machine that counts its connections. */
async function listen(server: Server): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const resolving = (...addresses: string[]): LookupAll =>
  vi.fn<LookupAll>((_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  );

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** A certificate that nobody has signed but its owner. */
function selfSigned(): { cert: Buffer; key: Buffer } {
  const dir = mkdtempSync(join(tmpdir(), 'webhook-tls-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  spawnSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-subj', '/CN=localhost']);
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

const senders: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
});

function send(
  url: string,
  { origins = [], ...options }: { origins?: string[]; lookup?: LookupAll; attemptMs?: number } = {},
) {
  const sender = createWebhookSender({ loopbackOrigins: new Set(origins), ...options });
  senders.push(sender);
  const request = { url, id: 'evt_1', body: Buffer.from('{}'), keys: [newSigningKey('v1')] };
  return sender.send(request, { now: NOW });
}

describe('an attempt (DL7, DL13)', () => {
  it.each(PRIVATE)('reaches nothing behind a name that leads to %s', async (address) => {
    const canary = await listen(createServer((socket) => socket.end()));
    const result = await send(`https://hooks.example:${canary.port}/`, { lookup: resolving(address) });
    expect(result).toMatchObject({ status: null, error: 'BLOCKED_ADDRESS' });
    expect(canary.connections()).toBe(0);
  });

  it('reaches nothing when one address of several is private', async () => {
    const lookup = resolving('198.51.100.7', '127.0.0.1');
    expect(await send('https://hooks.example/', { lookup })).toMatchObject({ error: 'BLOCKED_ADDRESS' });
  });

  it.each(['https://127.0.0.1:4000/', 'https://[::1]:4000/', 'https://2130706433:4000/'])(
    'reaches no number: %s',
    async (url) => {
      expect(await send(url)).toMatchObject({ error: 'BLOCKED_ADDRESS' });
    },
  );

  it('resolves the name at each attempt', async () => {
    const lookup = resolving('127.0.0.1');
    for (let attempt = 0; attempt < 3; attempt += 1) await send('https://hooks.example/', { lookup });
    expect(lookup).toHaveBeenCalledTimes(3);
  });

  it('says that the name does not resolve, and that nobody listens', async () => {
    const lookup: LookupAll = (_, __, callback) =>
      callback(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), []);
    expect(await send('https://hooks.example/', { lookup })).toMatchObject({ error: 'DNS' });
    const closed = createServer();
    const { port } = await listen(closed);
    await new Promise((resolve) => closed.close(resolve));
    const origin = `http://127.0.0.1:${port}`;
    expect(await send(`${origin}/`, { origins: [origin] })).toMatchObject({ error: 'CONNECT' });
  });

  it('says that the connection ended, and that no answer came in time', async () => {
    const { port } = await listen(createServer((socket) => socket.once('data', () => socket.destroy())));
    const origin = `http://127.0.0.1:${port}`;
    expect(await send(`${origin}/`, { origins: [origin] })).toMatchObject({ error: 'RESET' });
    const { port: silent } = await listen(createServer(() => undefined));
    const hanging = `http://127.0.0.1:${silent}`;
    const result = await send(`${hanging}/`, { origins: [hanging], attemptMs: 100 });
    expect(result).toMatchObject({ error: 'TIMEOUT', status: null });
  });

  it.skipIf(!hasOpenssl)('trusts no certificate that it does not know', async () => {
    const { cert, key } = selfSigned();
    const { port } = await listen(createHttpsServer({ cert, key }, (_, response) => void response.end()));
    const origin = `https://localhost:${port}`;
    expect(await send(`${origin}/`, { origins: [origin] })).toMatchObject({ error: 'TLS' });
  });

  it('is a success by its status, though the body never ends', async () => {
    const { port } = await listen(
      createHttpServer((_, response) => {
        response.writeHead(200).write('taken');
      }),
    );
    const origin = `http://127.0.0.1:${port}`;
    expect(await send(`${origin}/`, { origins: [origin] })).toMatchObject({
      status: 200,
      error: null,
      response: 'taken',
    });
  });

  it('is a success by its status, though its time is up before the body is', async () => {
    const { port } = await listen(
      createHttpServer((_, response) => {
        setTimeout(() => response.writeHead(200).write('taken'), 100);
      }),
    );
    const origin = `http://127.0.0.1:${port}`;
    const result = await send(`${origin}/`, { origins: [origin], attemptMs: 400 });
    expect(result).toMatchObject({ status: 200, error: null, response: 'taken' });
  });

  it('ends with an answer that only announces itself', async () => {
    const { port } = await listen(
      createServer((socket) => {
        socket.once('data', () => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000)));
        socket.on('error', () => undefined);
      }),
    );
    const origin = `http://127.0.0.1:${port}`;
    const result = await send(`${origin}/`, { origins: [origin], attemptMs: 3000 });
    expect(result).toMatchObject({ error: 'RESET', status: null });
  });
});
