import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../../packages/cli/test/listen.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { environmentOf, runBinary } from './procurement-intents.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface Finding {
  check: string;
  verdict: string;
  detail: string;
  advice?: string;
  requestId?: string;
}

async function doctor(env: Record<string, string> = {}, of = service) {
  const { exitCode, stdout } = await runBinary(['doctor', '--json'], {
    env: { ...environmentOf(of), ...env },
  });
  const { isHealthy, findings } = JSON.parse(stdout) as { isHealthy: boolean; findings: Finding[] };
  return { exitCode, isHealthy, faults: findings.filter(({ verdict }) => verdict !== 'ok'), findings };
}

/** A gateway before the service that changes what it passes on. */
function startGateway(change: {
  path?: (path: string) => string;
  body?: (body: string) => string;
  drops?: string;
  /** Headers of answers. */
  answers?: Record<string, string>;
}) {
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const { path = (same: string) => same, body: rewrite = (same: string) => same } = change;
    if (change.drops !== undefined) delete headers[change.drops];
    const body = (await buffer(request)).toString();
    const answer = await fetch(service.baseUrl + path(request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body !== '' && { body: rewrite(body) }),
    });
    const name = answer.headers.get('x-error-name');
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      ...(name && { 'x-error-name': name }),
      ...change.answers,
    });
    response.end(await answer.text());
  };
  return listen((request, response) => void pass(request, response));
}

it('finds nothing wrong where nothing is, and changes nothing', async () => {
  const before = await service.database.intent.count();
  const { exitCode, isHealthy, findings } = await doctor();
  expect({ exitCode, isHealthy }).toEqual({ exitCode: 0, isHealthy: true });
  expect(findings.map(({ check, verdict }) => `${verdict} ${check}`)).toEqual([
    'ok address',
    'ok App id',
    'ok App secret',
    'ok reachable',
    'ok clock',
    'ok signature',
    'ok caller address',
    'ok query',
    'ok body',
    'ok idempotency',
    'ok error names',
    'ok may read',
    'ok may write',
  ]);
  expect(await service.database.intent.count()).toBe(before);
});

it('tells people the same in lines', async () => {
  const { stdout, stderr } = await runBinary(['doctor'], { env: environmentOf(service) });
  expect(stdout).toMatch(/^ok {4}signature {7}accepted$/m);
  expect(stdout).toMatch(/\n\nSigned calls work\.\n$/);
  expect(stderr).toBe('');
});

it.each([
  ['a newline after it', (secret: string) => `${secret}\n`, 'newline around it; without'],
  ['quotes around it', (secret: string) => `"${secret}"`, 'in quotes; without them'],
  ['another value', (secret: string) => `${secret}x`, 'of another App or environment'],
])('finds out about a secret with %s', async (_, change, cause) => {
  const { exitCode, faults } = await doctor({ PROCUREMENT_APP_SECRET: change(service.signer.appSecret) });
  expect(exitCode).toBe(1);
  expect(faults.at(-1)).toMatchObject({
    check: 'signature',
    detail: expect.stringContaining('40101'),
    advice: expect.stringContaining(cause),
    requestId: expect.stringMatching(/^req_/),
  });
});

it('finds out about an App that the service does not know', async () => {
  const { exitCode, faults } = await doctor({ PROCUREMENT_APP_ID: `app_${'0'.repeat(32)}` });
  expect(exitCode).toBe(1);
  const detail = 'refused (40103): the service does not know this App id';
  expect(faults).toMatchObject([{ check: 'signature', detail }]);
});

it('finds out about a wrong clock, and looks on past it', async () => {
  const ahead = { now: () => new Date(Date.now() + 600_000) };
  const late = await startTestService({ clock: ahead });
  onTestFinished(() => late.stop());
  const { exitCode, faults, findings } = await doctor({}, late);
  expect(exitCode).toBe(1);
  expect(faults).toMatchObject([{ check: 'clock', detail: expect.stringMatching(/600 s behind/) }]);
  expect(findings.at(-1)).toMatchObject({ check: 'may write', verdict: 'ok' });
});

it('finds out about the allow list and about missing permissions', async () => {
  const shut = await service.addApp({ ipAllowList: ['192.0.2.1'] });
  const outside = await doctor(environmentOf(service, shut));
  expect(outside.faults[0]).toMatchObject({
    check: 'caller address',
    verdict: 'fail',
    detail: "127.0.0.1 is not on the App's allow list (40301)",
    advice: expect.stringContaining("Add 127.0.0.1 to the App's allow list"),
  });
  expect(outside.findings).toContainEqual({ check: 'signature', verdict: 'ok', detail: 'accepted' });

  const reader = await service.addApp({ permissions: ['intents:read'] });
  const readOnly = await doctor(environmentOf(service, reader));
  expect(readOnly.faults).toMatchObject([{ check: 'may write', detail: expect.stringContaining('40302') }]);

  const drafter = await service.addApp({ permissions: ['intents:read', 'intents:draft'] });
  const draftOnly = await doctor(environmentOf(service, drafter));
  expect(draftOnly.faults).toEqual([]);
  expect(draftOnly.findings.at(-1)).toMatchObject({ check: 'may draft', verdict: 'ok' });
});

it('finds nothing wrong with a gateway that takes its prefix off the path', async () => {
  const gateway = await startGateway({ path: (path) => path.replace(/^\/shop/, '') });
  const { faults } = await doctor({ PROCUREMENT_BASE_URL: `${gateway}/shop` });
  expect(faults).toEqual([]);
});

it('finds out about a gateway that writes queries or bodies anew', async () => {
  const queries = await startGateway({ path: (path) => path.replaceAll('+', '%20') });
  expect((await doctor({ PROCUREMENT_BASE_URL: queries })).faults).toMatchObject([
    { check: 'query', advice: expect.stringContaining('encodes the query anew') },
  ]);
  const bodies = await startGateway({ body: (body) => JSON.stringify(JSON.parse(body), null, 1) });
  expect((await doctor({ PROCUREMENT_BASE_URL: bodies })).faults).toMatchObject([
    { check: 'body', advice: expect.stringContaining('writes the body anew') },
    { check: 'may write', verdict: 'skip' },
  ]);
});

it.each([
  [
    'x-app-id',
    'refused (40103): X-App-Id seems not to arrive',
    'Let X-App-Id, X-Timestamp and X-Signature pass',
  ],
  [
    'x-timestamp',
    'refused (40102): X-Timestamp does not arrive',
    'Let X-App-Id, X-Timestamp and X-Signature pass',
  ],
  [
    'x-signature',
    'refused (40101): the signature does not fit',
    'or a proxy drops X-Signature. No proxy shows on the way, so most likely it is the secret.',
  ],
])('finds out about a gateway that drops %s', async (drops, detail, advice) => {
  const { exitCode, faults } = await doctor({ PROCUREMENT_BASE_URL: await startGateway({ drops }) });
  expect(exitCode).toBe(1);
  expect(faults).toMatchObject([{ check: 'signature', detail, advice: expect.stringContaining(advice) }]);
});

it('first suspects a proxy that shows itself, and no secret', async () => {
  const gateway = await startGateway({ drops: 'x-signature', answers: { server: 'nginx/1.27' } });
  const { faults } = await doctor({ PROCUREMENT_BASE_URL: gateway });
  expect(faults).toMatchObject([
    {
      check: 'signature',
      advice: expect.stringContaining('A proxy is on the way (nginx/1.27): first let it pass X-Signature'),
    },
  ]);
});

it('finds out about a gateway that drops Idempotency-Key, with which a repeated create would buy twice', async () => {
  const before = await service.database.intent.count();
  const gateway = await startGateway({ drops: 'idempotency-key' });
  const { exitCode, faults } = await doctor({ PROCUREMENT_BASE_URL: gateway });
  expect(exitCode).toBe(1);
  expect(faults).toMatchObject([
    { check: 'idempotency', verdict: 'fail', advice: expect.stringContaining('would buy twice') },
  ]);
  expect(await service.database.intent.count()).toBe(before);
});

it('finds out about a gateway that drops the names of errors', async () => {
  const gateway = await startGateway({ answers: { 'x-error-name': '' } });
  const { exitCode, faults } = await doctor({ PROCUREMENT_BASE_URL: gateway });
  expect(exitCode).toBe(1);
  expect(faults).toMatchObject([{ check: 'error names', advice: expect.stringContaining('of answers') }]);
  const wrong = { PROCUREMENT_BASE_URL: gateway, PROCUREMENT_APP_SECRET: `${service.signer.appSecret}x` };
  expect((await doctor(wrong)).faults).toMatchObject([
    { check: 'signature', detail: 'refused (40101): the signature does not fit' },
  ]);
});

it('knows the form of the demo App of npm start', async () => {
  const env = { PROCUREMENT_APP_ID: 'app_demo_0123456789abcdef' };
  const { findings } = await doctor(env);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'App id', verdict: 'ok' }));
});

it('tells a closed port, a redirect and a foreign page apart', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const closed = await doctor({ PROCUREMENT_BASE_URL: `http://127.0.0.1:${port}` });
  expect(closed).toMatchObject({
    exitCode: 3,
    faults: [{ detail: expect.stringContaining('ECONNREFUSED') }],
  });

  const redirect = await listen((_, response) =>
    response.writeHead(302, { location: 'https://login.example/' }).end(),
  );
  const redirected = await doctor({ PROCUREMENT_BASE_URL: redirect });
  expect(redirected).toMatchObject({
    exitCode: 3,
    faults: [{ detail: expect.stringContaining('login.example') }],
  });

  const page = await listen((_, response) => response.end('<html>'));
  const foreign = await doctor({ PROCUREMENT_BASE_URL: page });
  expect(foreign).toMatchObject({
    exitCode: 3,
    faults: [{ advice: expect.stringContaining('Another program') }],
  });
});

it('tells settings that cannot work without sending anything', async () => {
  const insecure = await doctor({ PROCUREMENT_BASE_URL: 'http://procurement.example' });
  expect(insecure).toMatchObject({ exitCode: 2, faults: [{ check: 'address' }] });
  const { signer } = service;
  const exchanged = await doctor({ PROCUREMENT_APP_SECRET: signer.appId });
  expect(exchanged).toMatchObject({ exitCode: 2, faults: [{ check: 'App secret' }] });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

it.runIf(hasOpenssl)('tells an unknown authority from a good certificate', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'doctor-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [keyFile, certFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const subject = ['-subj', '/CN=service.test', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  spawnSync('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', certFile, ...subject]);
  const secured = await startTestService({
    tls: { key: readFileSync(keyFile), cert: readFileSync(certFile) },
    isHttpsRequired: true,
  });
  onTestFinished(() => secured.stop());

  const stranger = await doctor({}, secured);
  expect(stranger).toMatchObject({
    exitCode: 3,
    faults: [{ advice: expect.stringContaining('NODE_EXTRA_CA_CERTS') }],
  });
  const trusting = await doctor({ NODE_EXTRA_CA_CERTS: certFile }, secured);
  expect(trusting).toMatchObject({ exitCode: 0, faults: [] });
  expect(trusting.findings).toContainEqual(
    expect.objectContaining({
      check: 'TLS',
      detail: expect.stringContaining('TLSv1.3, certificate valid until'),
    }),
  );
});
