import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { LIMITS } from '@procurement-intents/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { rawRequest, requestBytes, toAnswer } from '../../../test/raw-request.ts';
import { createExpressApp } from '../express-app.ts';
import { ok } from '../handler.ts';
import { createMessageClasses } from '../messages.ts';
import { renderError } from '../render-error.ts';
import { RequestContext } from '../request-context.ts';
import { send } from '../send.ts';
import { type HttpServer, startHttpServer } from '../server.ts';
import { limitSize } from '../steps/limit-size.ts';
import { BodyBudget } from './body-budget.ts';
import { readBody } from './read-body.ts';

const KILOBYTE = 1024;
const budget = new BodyBudget({ processBytes: 1536 * KILOBYTE, addressBytes: 1280 * KILOBYTE });
let server: HttpServer;
let port: number;
/** Bodies that were let through. */
let read: Buffer[] = [];
/** How many requests have come so far that the body is awaited. */
let begun = 0;
let sockets: Socket[] = [];

async function answer(request: RequestContext): Promise<void> {
  limitSize(request);
  begun += 1;
  if (request.path === '/hung') return;
  read.push(await readBody(request, request.path === '/none' ? 'none' : 'json'));
  send(request, ok(null));
}

beforeAll(async () => {
  const app = createExpressApp();
  // Who calls from where is not what is tested here.
  app.set('trust proxy', true);
  const messages = createMessageClasses(app, budget);
  const listener = (req: unknown, res: unknown): void => {
    const request = new RequestContext(req as RequestContext['req'], res as RequestContext['res']);
    answer(request).catch((error: unknown) => send(request, renderError(error, 'zh')));
  };
  server = await startHttpServer(listener, { host: '127.0.0.1', port: 0, portSetting: 'PORT', messages });
  port = server.port;
});
afterAll(() => server.stop(0));
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  read = [];
  begun = 0;
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
    socket.write(post(['Content-Length: 100000'], 'x'.repeat(50_000)));
    await vi.waitFor(() => expect(budget.reservedBytes).toBeGreaterThan(0));
    socket.destroy();
    await vi.waitFor(() => expect(budget.reservedBytes).toBe(0));
    expect((await rawRequest(port, post([], '{}'))).status).toBe(200);
    expect(read.map(String)).toEqual(['{}']);
  });

  it('in too many pieces is refused, however small they are', async () => {
    const chunks = Buffer.from('1\r\nx\r\n'.repeat(5000));
    const answer = await rawRequest(port, post([CHUNKED], chunks));
    expect(toAnswer(answer).body.code).toBe(41301);
    expect(answer.headers['connection']).toBe('close');
  });

  it.each<[string, string[], string]>([
    ['said to have bytes', ['Content-Length: 2'], ''],
    ['in a chunk', [CHUNKED], '2\r\n{}\r\n'],
  ])('%s where none belongs is refused unread', async (_what, headers, body) => {
    const answer = await rawRequest(port, requestBytes('POST /none HTTP/1.1', headers, body));
    expect(toAnswer(answer).body.code).toBe(40003);
  });

  it.each<[string, string[], string]>([
    ['said to have no bytes', ['Content-Length: 0'], ''],
    ['in no chunk', [CHUNKED], '0\r\n\r\n'],
  ])('%s is as good as none', async (_what, headers, body) => {
    expect((await rawRequest(port, requestBytes('POST /none HTTP/1.1', headers, body))).status).toBe(200);
  });

  it('is asked for only when it is wanted, by who waits for that', async () => {
    const socket = await open();
    let received = '';
    socket.on('data', (data) => (received += data.toString()));
    const expecting = ['Expect: 100-continue', 'Content-Length: 2'];
    socket.write(requestBytes('POST /none HTTP/1.1', expecting));
    await vi.waitFor(() => expect(received).toContain('40003'));
    expect(received).not.toContain('100 Continue');

    const second = await open();
    received = '';
    second.on('data', (data) => (received += data.toString()));
    second.write(requestBytes('POST / HTTP/1.1', expecting));
    await vi.waitFor(() => expect(received).toContain('100 Continue'));
    second.write('{}');
    await vi.waitFor(() => expect(received).toContain('200 OK'));
  });
});

describe('an answer that comes before the body', () => {
  it('does not reset a caller that goes on sending', async () => {
    const socket = await open();
    let received = '';
    socket.on('data', (data) => (received += data.toString()));
    const ended = once(socket, 'end');
    const body = Buffer.alloc(LIMITS.bodyBytes, 'x');
    socket.write(post([`Content-Length: ${body.length + 1}`]));
    await vi.waitFor(() => expect(received).toContain('41301'));
    const failure = await new Promise((sent) => socket.write(body, sent));
    expect(failure ?? null).toBeNull();
    await ended;
    expect(received).toMatch(/^HTTP\/1.1 413 .*\r\nConnection: close\r\n/s);
  });

  it('ends the connection once the caller has heard it, whatever else comes', async () => {
    const socket = await open();
    socket.resume();
    socket.write(post([`Content-Length: ${2 ** 31}`]));
    const chunk = Buffer.alloc(65_536, 'x');
    const flood = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', flood);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    flood();
    await closed;
    expect(read).toEqual([]);
  });
});

describe('bodies under way', () => {
  const HUNG = requestBytes('POST /hung HTTP/1.1');
  const SIZE = 1024 * KILOBYTE;
  /** Sends all of a body but its last byte. */
  async function begin(from: string, size = SIZE): Promise<{ socket: Socket; received: () => string }> {
    const socket = await open();
    let received = '';
    socket.on('data', (data) => (received += data.toString()));
    const headers = [`X-Forwarded-For: ${from}`, `Content-Length: ${size}`];
    socket.write(post(headers, Buffer.alloc(size - 1, 'x')));
    return { socket, received: () => received };
  }

  it('of one address have a share, and one more is 42901, also from another address of its /64', async () => {
    const first = await begin('2001:db8:1:2::1');
    await vi.waitFor(() => expect(budget.reservedBytes).toBe(SIZE));
    const second = await begin('2001:db8:1:2:ffff::2');
    await vi.waitFor(() => expect(second.received()).toMatch(/ 429 .*\r\nRetry-After: 1\r\n.*42901/s));
    first.socket.write('x');
    await vi.waitFor(() => expect(first.received()).toContain('200 OK'));
    await vi.waitFor(() => expect(budget.reservedBytes).toBe(0));
    const third = await begin('2001:db8:1:2:ffff::2');
    third.socket.write('x');
    await vi.waitFor(() => expect(third.received()).toContain('200 OK'));
  });

  it('of all callers have a share, and one more is 50301; bodies of ordinary size need none', async () => {
    const first = await begin('198.51.100.1');
    await vi.waitFor(() => expect(budget.reservedBytes).toBe(SIZE));
    const second = await begin('198.51.100.2');
    await vi.waitFor(() => expect(second.received()).toMatch(/ 503 .*\r\nRetry-After: 1\r\n.*50301/s));
    const ordinary = Buffer.alloc(16 * KILOBYTE, 'x');
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => rawRequest(port, post(['X-Forwarded-For: 198.51.100.1'], ordinary))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    first.socket.destroy();
    await vi.waitFor(() => expect(budget.reservedBytes).toBe(0));
  });

  it('give back what they took when they wait for another answer and their caller leaves', async () => {
    const socket = await open();
    socket.write(Buffer.concat([HUNG, post(['Content-Length: 100000'], 'x'.repeat(99_999))]));
    await vi.waitFor(() => expect(budget.reservedBytes).toBeGreaterThan(0));
    expect(begun).toBe(2);
    socket.destroy();
    await vi.waitFor(() => expect(budget.reservedBytes).toBe(0));
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
