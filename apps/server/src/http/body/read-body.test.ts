import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { DEFENCES, LIMITS } from '@procurement-intents/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openConnection } from '../../../test/support/open-connection.ts';
import { rawRequest, requestBytes, toAnswer } from '../../../test/support/raw-request.ts';
import { createExpressApp } from '../express-app.ts';
import { ok } from '../handler.ts';
import { connectionOf } from '../connections/connection.ts';
import { createMessageClasses } from '../messages.ts';
import { renderEnvelope } from '../render-error.ts';
import { RequestContext } from '../request-context.ts';
import { send, sendEncoded } from '../send.ts';
import { type HttpServer, startHttpServer } from '../server.ts';
import { limitSize } from '../steps/limit-size.ts';
import { BodyBudget } from './body-budget.ts';
import { readBody } from './read-body.ts';

const KILOBYTE = 1024;
const budget = new BodyBudget({ processBytes: 1536 * KILOBYTE, addressBytes: 1280 * KILOBYTE });
let server: HttpServer;
let port: number;
/** Bodies that were read. */
let read: Buffer[] = [];
/** Number of requests whose body has been asked for. */
let begun = 0;
let sockets: Socket[] = [];

async function answer(request: RequestContext): Promise<void> {
  limitSize(request);
  begun += 1;
  if (request.path === '/hung') return;
  const appId = request.req.get('x-app');
  // As the rate limits of an App would do before the body is read on a later call of its connection.
  if (appId !== undefined) connectionOf(request.req.socket).admit(appId);
  read.push(await readBody(request, request.path === '/none' ? 'none' : 'json'));
  send(request, ok(null));
}

beforeAll(async () => {
  const app = createExpressApp();
  // Tests choose a caller's address by X-Forwarded-For.
  app.set('trust proxy', true);
  const messages = createMessageClasses(app, budget);
  const listener = (req: unknown, res: unknown): void => {
    const request = new RequestContext(req as RequestContext['req'], res as RequestContext['res']);
    answer(request).catch((error: unknown) => sendEncoded(request, renderEnvelope(error, 'zh')));
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
  const inChunks = (headers: string[], count: number): Buffer =>
    Buffer.concat([post([CHUNKED, ...headers]), Buffer.from(`${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`)]);

  it('may come in as many chunks as are published, as often as one address may send them', async () => {
    const { ask } = await openConnection(port, '127.0.0.9');
    for (let sent = 0; sent < DEFENCES.chunksPerSecond; sent += DEFENCES.bodyChunks)
      expect(await ask(inChunks([], DEFENCES.bodyChunks))).toBe(200);
    expect(read.map(({ length }) => length)).toEqual([DEFENCES.bodyChunks, DEFENCES.bodyChunks]);
    expect(await (await openConnection(port, '127.0.0.9')).ask(inChunks([], 1))).toBe(200);
  });

  it.each([
    ['strangers', '127.0.0.7', []],
    ['another App', '127.0.0.8', ['X-App: greedy']],
  ])('of an App is read whatever %s send from its address in chunks of one byte', async (...given) => {
    const [, localAddress, headers] = given;
    const own = await openConnection(port, localAddress);
    const writeOwn = () => own.ask(inChunks(['X-App: modest'], 1));
    expect(await writeOwn()).toBe(200);
    const { socket, closed } = await openConnection(port, localAddress);
    for (let count = 0; count < 4; count += 1) socket.write(inChunks(headers, DEFENCES.bodyChunks));
    await closed;
    for (let count = 0; count < 100; count += 1) expect(await writeOwn()).toBe(200);
  });

  it('is kept byte for byte, in any number of chunks', async () => {
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
    ['has a Content-Length of 0', ['Content-Length: 0'], ''],
    ['is chunked without a chunk', [CHUNKED], '0\r\n\r\n'],
  ])('is empty when it %s', async (_what, headers, body) => {
    expect((await rawRequest(port, post(headers, body))).status).toBe(200);
    expect(read).toEqual([Buffer.alloc(0)]);
  });

  it('with a Content-Length over the limit is refused before it is read', async () => {
    const answer = await rawRequest(port, post([`Content-Length: ${LIMITS.bodyBytes + 1}`]));
    expect(toAnswer(answer).body.code).toBe(41301);
    expect(answer.headers['connection']).toBe('close');
    expect(read).toEqual([]);
  });

  it('without an end is refused while it arrives, and nothing of it is kept', async () => {
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

  it('of a client that disconnects halfway is dropped, and others are served', async () => {
    const socket = await open();
    socket.write(post(['Content-Length: 100000'], 'x'.repeat(50_000)));
    await vi.waitFor(() => expect(budget.reservedBytes).toBeGreaterThan(0));
    socket.destroy();
    await vi.waitFor(() => expect(budget.reservedBytes).toBe(0));
    expect((await rawRequest(port, post([], '{}'))).status).toBe(200);
    expect(read.map(String)).toEqual(['{}']);
  });

  it('in too many chunks is refused, even when they are small', async () => {
    const chunks = Buffer.from('1\r\nx\r\n'.repeat(5000));
    const answer = await rawRequest(port, post([CHUNKED], chunks));
    expect(toAnswer(answer).body.code).toBe(41301);
    expect(answer.headers['connection']).toBe('close');
  });

  it.each<[string, string[], string]>([
    ['with a Content-Length', ['Content-Length: 2'], ''],
    ['in a chunk', [CHUNKED], '2\r\n{}\r\n'],
  ])('%s is refused unread by an operation that takes none', async (_what, headers, body) => {
    const answer = await rawRequest(port, requestBytes('POST /none HTTP/1.1', headers, body));
    expect(toAnswer(answer).body.code).toBe(40003);
  });

  it.each<[string, string[], string]>([
    ['with a Content-Length of 0', ['Content-Length: 0'], ''],
    ['without a chunk', [CHUNKED], '0\r\n\r\n'],
  ])('%s counts as none', async (_what, headers, body) => {
    expect((await rawRequest(port, requestBytes('POST /none HTTP/1.1', headers, body))).status).toBe(200);
  });

  it('is requested with 100 Continue only by an operation that takes one', async () => {
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

describe('a response before the end of the body', () => {
  it('does not reset the connection of a client that is still sending', async () => {
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

  it('closes the connection after a while, whatever else arrives', async () => {
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

describe('unfinished bodies', () => {
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

  it('of one address share a budget: one more gets 42901, also from another address of its /64', async () => {
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

  it('of all callers share a budget: one more gets 50301, but bodies of ordinary size need none', async () => {
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

  it('release their bytes when the client disconnects while an earlier request is unanswered', async () => {
    const socket = await open();
    socket.write(Buffer.concat([HUNG, post(['Content-Length: 100000'], 'x'.repeat(99_999))]));
    await vi.waitFor(() => expect(budget.reservedBytes).toBeGreaterThan(0));
    expect(begun).toBe(2);
    socket.destroy();
    await vi.waitFor(() => expect(budget.reservedBytes).toBe(0));
  });
});

describe('the URL', () => {
  it('is limited by its length alone, whatever it contains', async () => {
    const ask = async (target: string) =>
      (await rawRequest(port, requestBytes(`GET ${target} HTTP/1.1`))).status;
    const longest = '/'.padEnd(LIMITS.urlChars, 'x');
    expect(await ask(longest)).toBe(200);
    expect(await ask(`${longest}x`)).toBe(414);
    expect(await ask(`/?${'%41'.repeat(LIMITS.urlChars / 2)}`)).toBe(414);
  });

  it('over the limit is refused before the size of the body is checked', async () => {
    const target = '/'.padEnd(LIMITS.urlChars + 1, 'x');
    const bytes = requestBytes(`POST ${target} HTTP/1.1`, [`Content-Length: ${LIMITS.bodyBytes + 1}`]);
    expect((await rawRequest(port, bytes)).status).toBe(414);
  });
});
