import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { LIMITS } from '@procurement-intents/contract';
import express from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { rawRequest, requestBytes, toAnswer } from '../../test/raw-request.ts';
import { createLogger } from '../infra/logger.ts';
import { guardUrl, readBody } from './guard-size.ts';
import { renderError } from './render-error.ts';
import { contextOf, requestContext } from './request-context.ts';

let server: Server;
let port: number;
/** Bodies that got through the guards. */
let read: Buffer[] = [];
let sockets: Socket[] = [];

beforeAll(async () => {
  const app = express();
  app.use(requestContext, guardUrl, readBody);
  app.use((req, res) => {
    read.push(contextOf(req).rawBody);
    res.json({ code: 0 });
  });
  app.use(renderError(createLogger('silent')));
  server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  read = [];
});

const post = (headers: string[], body: string | Buffer = '') =>
  requestBytes('POST / HTTP/1.1', headers, body);
const CHUNKED = 'Transfer-Encoding: chunked';

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('the body', () => {
  it('is kept byte for byte, in however many pieces it comes', async () => {
    const body = Buffer.from(Array.from({ length: 3000 }, (_, index) => index % 256));
    const answered = rawRequest(port, post([`Content-Length: ${body.length}`], body));
    expect((await answered).status).toBe(200);
    const pieces = Array.from({ length: 60 }, (_, index) => body.subarray(index * 50, index * 50 + 50));
    const chunks = pieces.map((piece) => Buffer.concat([Buffer.from('32\r\n'), piece, Buffer.from('\r\n')]));
    await rawRequest(port, post([CHUNKED], Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])));
    expect(read).toEqual([body, body]);
  });

  it.each<[string, string[], string]>([
    ['is not sent', [], ''],
    ['is said to have no bytes', ['Content-Length: 0'], ''],
    ['ends as soon as it has begun', [CHUNKED], '0\r\n\r\n'],
  ])('is empty when it %s', async (_what, headers, body) => {
    expect((await rawRequest(port, post(headers, body))).status).toBe(200);
    expect(read).toEqual([Buffer.alloc(0)]);
  });

  it('that is said to be too large is refused before it comes', async () => {
    const answer = await rawRequest(port, post([`Content-Length: ${LIMITS.bodyBytes + 1}`]));
    expect(toAnswer(answer).body.code).toBe(41301);
    expect(answer.headers['connection']).toBe('close');
    expect(read).toEqual([]);
  });

  it('without end is refused while it still comes, and nothing is kept of it', async () => {
    const socket = await open();
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    socket.write(post([CHUNKED]));
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')]);
    let sentBytes = 0;
    await vi.waitFor(
      () => {
        if (socket.writable && socket.writableLength < chunk.length) {
          socket.write(chunk);
          sentBytes += chunk.length;
        }
        expect(answer).toContain('41301');
      },
      { timeout: 5000, interval: 2 },
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 .*\r\nConnection: close\r\n/s);
    expect(sentBytes).toBeGreaterThan(LIMITS.bodyBytes);
    expect(read).toEqual([]);
  });

  it('whose sender leaves in the middle gets nowhere, and others are served', async () => {
    const socket = await open();
    socket.write(post(['Content-Length: 1000'], '{"half'));
    const connections = promisify(server.getConnections.bind(server));
    await vi.waitFor(async () => expect(await connections()).toBe(1));
    socket.destroy();
    await vi.waitFor(async () => expect(await connections()).toBe(0));
    expect((await rawRequest(port, post([], '{}'))).status).toBe(200);
    expect(read.map(String)).toEqual(['{}']);
  });
});

describe('the URL', () => {
  it('is refused by its length alone, whatever is in it', async () => {
    const ask = async (target: string) =>
      (await rawRequest(port, requestBytes(`GET ${target} HTTP/1.1`))).status;
    const longest = '/'.padEnd(LIMITS.urlChars, 'x');
    expect(await ask(longest)).toBe(200);
    expect(await ask(`${longest}x`)).toBe(414);
    expect(await ask(`/?${'%41'.repeat(LIMITS.urlChars / 2)}`)).toBe(414);
  });

  it('that is too long is refused before its body is looked at', async () => {
    const target = '/'.padEnd(LIMITS.urlChars + 1, 'x');
    const bytes = requestBytes(`POST ${target} HTTP/1.1`, [`Content-Length: ${LIMITS.bodyBytes + 1}`]);
    expect((await rawRequest(port, bytes)).status).toBe(414);
  });
});
