import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type SecureVersion } from 'node:tls';
import { ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectionOf } from '../../src/http/connections/connection.ts';
import { refuseUnreadable } from '../../src/http/connections/refuse-unreadable.ts';
import { startHttpServer } from '../../src/http/server.ts';
import { hasOpenssl, makeCertificate } from '../support/certificate.ts';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { signedHeaders } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';
import { openWithKeyUpdates } from '../support/tls-key-updates.ts';

const INTENTS = ROUTES.listIntents.path;
const HEALTH = ROUTES.getHealth.path;
const HSTS = 'strict-transport-security';

describe.runIf(hasOpenssl)('a handshake that stands still', () => {
  it.each([
    ['before it begins', ''],
    ['in its first message', '1603010200010001fc0303'],
  ])('%s ends the connection', async (_when, sent) => {
    const server = await startHttpServer((_req, res) => void res.end('ok'), {
      host: '127.0.0.1',
      port: 0,
      portSetting: 'PORT',
      tls: { ...makeCertificate(), handshakeTimeout: 100 },
      refuseUnreadable,
    });
    onTestFinished(() => server.stop(0));
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined).resume();
    socket.write(Buffer.from(sent, 'hex'));
    await expect(closed).resolves.toBeUndefined();
  });
});

describe.runIf(hasOpenssl)('the drain over TLS', () => {
  it('tells a client whose request is under way to go', async () => {
    const tls = makeCertificate();
    const held: ServerResponse[] = [];
    const options = { host: '127.0.0.1', port: 0, portSetting: 'PORT', tls };
    const server = await startHttpServer((_req, res) => void held.push(res), options);
    onTestFinished(() => server.stop(0));
    const socket = connectTls({ port: server.port, host: '127.0.0.1', ca: tls.cert });
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.on('data', (data) => (received += data.toString()));
    socket.write('GET / HTTP/1.1\r\nHost: service.test\r\n\r\n');
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const stopped = server.stop(5000);
    held[0]?.end('late');
    await stopped;
    await vi.waitFor(() => expect(received).toMatch(/^connection: close/im));
  });
});

describe.runIf(hasOpenssl)('a handshake that ends during a stop', () => {
  it('is followed by one answer, which closes the connection', async () => {
    const tls = makeCertificate();
    const options = { host: '127.0.0.1', port: 0, portSetting: 'PORT', tls };
    const server = await startHttpServer((_req, res) => void res.end('late'), options);
    onTestFinished(() => server.stop(0));
    const early = connect(server.port, '127.0.0.1');
    onTestFinished(() => void early.destroy());
    await once(early, 'connect');
    // The server has taken the earlier connection, too, once it shakes hands on a later one.
    const later = connectTls({ port: server.port, host: '127.0.0.1', ca: tls.cert });
    await once(later, 'secureConnect');
    later.destroy();
    const stopped = server.stop(5000);
    const socket = connectTls({ socket: early, host: '127.0.0.1', ca: tls.cert });
    let received = '';
    socket.on('data', (data) => (received += data.toString()));
    socket.write('GET / HTTP/1.1\r\nHost: service.test\r\n\r\n');
    await stopped;
    await vi.waitFor(() => expect(received).toMatch(/^connection: close.*late/ims));
  });
});

describe.runIf(hasOpenssl)('a new connection over TLS when all places are taken', () => {
  it('gets that of one whose handshake stands still, and that of one that is idle', async () => {
    const tls = makeCertificate();
    const options = { host: '127.0.0.1', port: 0, portSetting: 'PORT', tls, maxConnections: 1 };
    const server = await startHttpServer((_req, res) => void res.end('served'), options);
    onTestFinished(() => server.stop(0));
    const silent = connect(server.port, '127.0.0.1').resume();
    onTestFinished(() => void silent.destroy());
    const isClosed = (socket: Socket) =>
      once(
        socket.on('error', () => undefined),
        'close',
      );
    let before: Socket = silent;
    await once(before, 'connect');
    for (let turn = 0; turn < 2; turn += 1) {
      const closed = isClosed(before);
      const next = connectTls({ port: server.port, host: '127.0.0.1', ca: tls.cert });
      onTestFinished(() => void next.destroy());
      next.write('GET / HTTP/1.1\r\nHost: service.test\r\n\r\n');
      const [data] = (await once(next, 'data')) as [Buffer];
      expect(data.toString()).toContain('200 OK');
      await closed;
      before = next.resume();
    }
  });
});

describe.runIf(hasOpenssl)('a flood over TLS', () => {
  it('closes the connections of its address, but not those in use by an App', async () => {
    const tls = makeCertificate();
    const answerPost = (req: IncomingMessage, res: ServerResponse): void => {
      if (req.method !== 'POST') return;
      connectionOf(req.socket).admit('app_1');
      res.end('ok');
    };
    const options = { host: '127.0.0.1', port: 0, portSetting: 'PORT', tls };
    const server = await startHttpServer(answerPost, options);
    onTestFinished(() => server.stop(0));
    async function open() {
      const socket = connectTls({ port: server.port, host: '127.0.0.1', ca: tls.cert });
      onTestFinished(() => void socket.destroy());
      let isClosed = false;
      socket.on('error', () => undefined).on('close', () => (isClosed = true));
      await once(socket, 'secureConnect');
      return { socket, isClosed: () => isClosed };
    }
    const post = async ({ socket }: Awaited<ReturnType<typeof open>>): Promise<string> => {
      socket.write('POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n');
      const [bytes] = (await once(socket, 'data')) as [Buffer];
      return bytes.toString().slice(0, 15);
    };
    const [ofApp, flood, same] = await Promise.all([open(), open(), open()]);
    expect(await post(ofApp)).toBe('HTTP/1.1 200 OK');
    flood.socket.write('GET / HTTP/1.1\r\n\r\n'.repeat(500));
    await vi.waitFor(() => expect([flood.isClosed(), same.isClosed()]).toEqual([true, true]));
    expect(await post(ofApp)).toBe('HTTP/1.1 200 OK');
  });
});

describe.runIf(hasOpenssl)('TLS in the process (A8)', () => {
  let service: TestService;
  let ca: Buffer;
  beforeAll(async () => {
    const tls = makeCertificate();
    ca = tls.cert;
    service = await startTestService({ tls, isHttpsRequired: true, graceMs: 86_400_000 });
  });
  afterAll(() => service?.stop());

  /** The version that client and server agree on. */
  function shakeHands(options: ConnectionOptions): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const socket = connectTls({ port: service.port, host: '127.0.0.1', ca, ...options }, () => {
        resolve(socket.getProtocol());
        socket.destroy();
      });
      socket.on('error', reject);
    });
  }

  it('closes the connections of an address that sends new keys by the hundred', async () => {
    const request = 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n';
    const [flooding, silent, other] = await Promise.all(
      ['127.0.0.2', '127.0.0.2', '127.0.0.3'].map((from) => openWithKeyUpdates(service.port, from, request)),
    );
    onTestFinished(() => [flooding, silent, other].forEach((one) => one?.stop()));
    let isOtherClosed = false;
    void other?.closed.then(() => (isOtherClosed = true));
    // A few are what a client may do.
    other?.update(3);
    flooding?.update(300);
    await Promise.all([flooding?.closed, silent?.closed]);
    expect(isOtherClosed).toBe(false);
  });

  it('asks browsers to stay on https even where it cannot read what they sent', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connectTls({ port: service.port, host: '127.0.0.1', ca }, () =>
        socket.write('GARBAGE\r\n\r\n'),
      );
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('end', () => resolve(received)).on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.toLowerCase()).toContain(`${HSTS}: max-age=`);
  });

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...signedHeaders(service.signer, { method, path, body: text }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const sent = request(service.baseUrl + path, { method, headers, ca, agent: false });
    sent.end(text);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return {
      status: answer.statusCode ?? 0,
      headers: new Headers(answer.headers as Record<string, string>),
      body: JSON.parse(Buffer.concat(chunks).toString()) as Answer['body'],
    };
  }

  it('speaks TLS 1.3', async () => {
    expect(await shakeHands({})).toBe('TLSv1.3');
  });

  it.each<SecureVersion>(['TLSv1', 'TLSv1.1', 'TLSv1.2'])(
    'refuses a client that speaks %s at most',
    async (maxVersion) => {
      // Without the lowered level the client's own library would refuse the oldest ones.
      const options = { minVersion: 'TLSv1', maxVersion, ciphers: 'ALL:@SECLEVEL=0' } as const;
      await expect(shakeHands(options)).rejects.toThrow(/alert protocol version/);
    },
  );

  it('serves signed calls, and asks on every answer to stay on https', async () => {
    const created = await call('POST', ROUTES.createIntent.path, intentBody(service));
    expectSuccess(created, 'createIntent');
    const listed = await call('GET', INTENTS);
    expectSuccess(listed, 'listIntents');
    expect(listed.body.data.items).toMatchObject([{ id: created.body.data.id }]);
    const refused = await call('GET', `${INTENTS}/none`);
    expectError(refused, 'INTENT_NOT_FOUND');
    const astray = await call('GET', '/nothing');
    expectError(astray, 'ROUTE_NOT_FOUND');
    for (const answer of [created, listed, refused, astray, await call('GET', HEALTH)])
      expect(answer.headers.get(HSTS)).toBe('max-age=31536000');
  });

  it('gives plain HTTP on its port no answer of a service', async () => {
    await expect(fetch(`http://127.0.0.1:${service.port}${HEALTH}`)).rejects.toThrow('fetch failed');
  });
});

describe('https that ends before the process (A8)', () => {
  let behindProxy: TestService;
  let elsewhere: TestService;
  beforeAll(async () => {
    behindProxy = await startTestService({ isHttpsRequired: true, trustedProxies: ['127.0.0.1'] });
    elsewhere = await startTestService({ isHttpsRequired: true, trustedProxies: ['10.9.0.0/16'] });
  });
  afterAll(() => Promise.all([behindProxy.stop(), elsewhere.stop()]));

  it.each([
    ['X-Forwarded-Proto', 'https'],
    ['x-forwarded-proto', 'https, http'],
  ])('is believed of the trusted proxy: %s: %s', async (name, value) => {
    const answer = await behindProxy.call('GET', INTENTS, { headers: { [name]: value } });
    expectSuccess(answer, 'listIntents');
    expect(answer.headers.get(HSTS)).toBe('max-age=31536000');
  });

  it.each<Record<string, string>>([
    { 'X-Forwarded-Proto': 'https' },
    { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '10.9.0.1' },
    { 'X-Forwarded-Ssl': 'on', 'Front-End-Https': 'on', 'X-Url-Scheme': 'https' },
    { Forwarded: 'proto=https;for=10.9.0.1' },
    {},
  ])('is not believed of anybody else: 403/40301 with %j, signed or not, for every path', async (headers) => {
    for (const path of [INTENTS, HEALTH, '/nothing', '/docs']) {
      const answer = await elsewhere.call('GET', path, { headers });
      expectError(answer, 'HTTPS_REQUIRED');
      expect(answer.headers.has(HSTS)).toBe(false);
    }
  });

  it.each(['X-Forwarded-Ssl', 'Forwarded', 'Front-End-Https'])(
    'is told by X-Forwarded-Proto alone, not by %s',
    async (name) => {
      const headers = { [name]: name === 'Forwarded' ? 'proto=https' : 'on' };
      expectError(await behindProxy.call('GET', INTENTS, { headers }), 'HTTPS_REQUIRED');
    },
  );

  it('refused makes nothing, and costs the App nothing', async () => {
    const refused = await elsewhere.call('POST', ROUTES.createIntent.path, { body: intentBody(elsewhere) });
    expectError(refused, 'HTTPS_REQUIRED');
    expect(refused.headers.has('x-ratelimit-limit')).toBe(false);
    expect(await elsewhere.database.intent.count()).toBe(0);
  });
});
