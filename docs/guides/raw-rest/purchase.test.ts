import { execFile, spawnSync } from 'node:child_process';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Signer } from '../../../apps/server/test/support/sign.ts';
import { startTestService, type TestService } from '../../../apps/server/test/support/test-service.ts';

const SCRIPTS = [
  { file: 'purchase.sh', tools: ['bash', 'curl', 'openssl'] },
  { file: 'purchase.py', tools: ['python3'] },
];

interface ProgramResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

let service: TestService;
beforeAll(async () => {
  // Gives a shell script enough time to change and to cancel, where starting each of its programs takes long.
  service = await startTestService({ isWorking: true, graceMs: 5000, sandboxSpeed: 4 });
});
afterAll(() => service.stop());

function isMissing(tool: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0;
}

/** Runs the program for this App; by default for one of its own. */
async function run(
  file: string,
  changes: Record<string, string> = {},
  signer?: Signer,
): Promise<ProgramResult> {
  const { appId, appSecret } = signer ?? (await service.addApp());
  const env = {
    PATH: process.env['PATH'],
    PROCUREMENT_BASE_URL: service.baseUrl,
    SANDBOX_URL: service.sandboxUrl,
    PROCUREMENT_APP_ID: appId,
    PROCUREMENT_APP_SECRET: appSecret,
    ...changes,
  };
  return new Promise((resolve) => {
    execFile(join(import.meta.dirname, file), { env, timeout: 80_000 }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });
}

/** What an App has in the service, and what was ordered for it at the shops. */
async function possessionsOf({ appId }: Signer) {
  const intents = await service.database.intent.findMany({ where: { appId } });
  const { orders } = (await (await fetch(`${service.sandboxUrl}/ledger`)).json()) as {
    orders: { merchantOrderNo: string; orderId: string; status: string; trackingNumber: string }[];
  };
  const ids = new Set(intents.map(({ id }) => id));
  return { intents, orders: orders.filter(({ merchantOrderNo }) => ids.has(`int_${merchantOrderNo}`)) };
}

/** Forwards all requests to the service except the first create, which gets 429 with a reset at `resetSeconds`. */
async function startRateLimitingProxy(resetSeconds: number) {
  const createsAtMs: number[] = [];
  const proxy = createServer((incoming: IncomingMessage, answer) => {
    if (
      incoming.method === 'POST' &&
      incoming.url === '/api/v1/intents' &&
      createsAtMs.push(Date.now()) === 1
    ) {
      incoming.resume();
      answer.writeHead(429, { 'X-RateLimit-Reset': String(resetSeconds) });
      answer.end('{"code":42901,"message":"请求过于频繁","data":null}');
      return;
    }
    const { method, url, headers } = incoming;
    const forwarded = request(service.baseUrl + url, { method, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(answer);
    });
    incoming.pipe(forwarded);
  });
  return { url: await listen(proxy), createsAtMs, stop: () => close(proxy) };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}

for (const { file, tools } of SCRIPTS) {
  const missing = tools.filter(isMissing);
  if (missing.length > 0)
    process.stderr.write(`SKIPPED: ${file} is not tested, ${missing.join(' and ')} not found\n`);

  describe.skipIf(missing.length > 0).concurrent(`the program ${file}`, { timeout: 90_000 }, () => {
    it('buys one, cancels the other in its grace period, and prints the results', async () => {
      const signer = await service.addApp();
      const { exitCode, stdout, stderr } = await run(file, {}, signer);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });

      const id = /^created: (int_[0-9a-f]{32}), SUBMITTED$/m.exec(stdout)?.[1] ?? '';
      const { intents, orders } = await possessionsOf(signer);
      expect(orders).toMatchObject([{ merchantOrderNo: id.slice(4), status: 'SHIPPED' }]);
      expect(stdout).toContain(`order: ${orders[0]?.orderId}\ntracking: ${orders[0]?.trackingNumber}, `);
      expect(stdout).toMatch(/^withdrawn: int_[0-9a-f]{32}, CANCELLED$/m);
      expect(stdout).toMatch(/^events: intent\.submitted .*intent\.completed .*order\.shipped ?$/m);
      expect(intents).toMatchObject([{ id, title: '无线鼠标', remarks: '请放前台，谢谢' }]);
    });

    it('waits for the reset after a 429', async () => {
      const resetSeconds = Math.floor(Date.now() / 1000) + 2;
      const proxy = await startRateLimitingProxy(resetSeconds);
      try {
        expect(await run(file, { PROCUREMENT_BASE_URL: proxy.url })).toMatchObject({ exitCode: 0 });
        expect(proxy.createsAtMs).toHaveLength(3);
        expect(proxy.createsAtMs[1]).toBeGreaterThanOrEqual(resetSeconds * 1000);
      } finally {
        await proxy.stop();
      }
    });

    it('exits with code, message and request id after a refusal', async () => {
      const signer = await service.addApp();
      const { exitCode, stderr } = await run(file, { PROCUREMENT_APP_SECRET: 'not-the-secret' }, signer);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(
        /POST \/api\/v1\/intents: code 40101, 签名验证失败 \(HTTP 401, request id req_\w{32}\)/,
      );
      expect(await possessionsOf(signer)).toEqual({ intents: [], orders: [] });
    });

    it('buys the product of PRODUCT_URL, and exits with the reason of a failure', async () => {
      const { exitCode, stderr } = await run(file, {
        PRODUCT_URL: `${service.sandboxUrl}/a/items/out-of-stock`,
      });
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/^int_[0-9a-f]{32} is FAILED: OUT_OF_STOCK: /);
    });

    it.each(['<h1>Bad Gateway</h1>', '[]', '{}', ''])(
      'exits with the HTTP status when another server answers %j',
      async (body) => {
        const otherServer = createServer((_request, answer) => answer.writeHead(502).end(body));
        const url = await listen(otherServer);
        try {
          const { exitCode, stderr } = await run(file, { PROCUREMENT_BASE_URL: url });
          expect(exitCode).toBe(1);
          expect(stderr).toMatch(/^GET \/api\/v1\/health: code none, .*\(HTTP 502,/);
        } finally {
          await close(otherServer);
        }
      },
    );

    it('exits at once when nothing listens', async () => {
      const { exitCode, stderr } = await run(file, { PROCUREMENT_BASE_URL: 'http://127.0.0.1:9' });
      expect(exitCode).toBe(1);
      expect(stderr).toContain('GET /api/v1/health: no answer');
    });
  });
}
