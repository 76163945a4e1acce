import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docsPages, readDocuments } from '../apps/server/src/docs/pages.ts';
import { createExpressApp } from '../apps/server/src/http/express-app.ts';
import { servePages } from '../apps/server/src/http/pages.ts';
import type { RequestContext } from '../apps/server/src/http/request-context.ts';
import { freePort } from '../apps/server/test/support/free-port.ts';
import { whyNoChromium, withChromium } from './chromium.ts';
import { type Caller, checkCalls, checkProduction } from './reference-calls.ts';
import {
  type Browser,
  checkLooks,
  checkOffline,
  checkSearch,
  checkTabs,
  KINDS,
  REFERENCE_WORKSPACE,
} from './reference-pages.ts';
import { endCommandsOnExit } from './run-command.ts';

// Opens the reference in Chromium: on a service as `npm start` starts it, and as production serves it.

const ROOT = join(import.meta.dirname, '..');
const START_TIMEOUT_MS = 60_000;

interface Started extends Caller {
  baseUrl: string;
}

/** Starts a service with a sandbox and a demo App, and stops it after `work`. */
async function withService(work: (service: Started) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  const ports = { PORT: '0', SANDBOX_PORT: String(await freePort()) };
  const service = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      ...ports,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await waitForOutput(service.stdout, 'Stop: Ctrl-C');
    await work(JSON.parse(readFileSync(join(folder, 'demo-app.json'), 'utf8')) as Started);
  } finally {
    const ended = once(service, 'exit');
    if (service.exitCode === null && service.kill('SIGTERM')) await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function waitForOutput(stream: AsyncIterable<Buffer>, text: string): Promise<void> {
  let output = '';
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS);
  for await (const chunk of stream) {
    output += chunk.toString();
    if (output.includes(text)) return;
    deadline.throwIfAborted();
  }
  throw new Error(`The service did not start:\n${output}`);
}

/** Serves the pages as production does, and stops after `work`. */
async function withProductionPages(
  work: (base: string, stop: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const pages = servePages(docsPages(readDocuments(ROOT), { canSend: false, productUrl: null }));
  const app = createExpressApp();
  app.use((req, res, next) => pages.answer({ req, res } as unknown as RequestContext, next));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop);
  } finally {
    await stop();
  }
}

const totals = { passed: 0, failed: 0 };

async function check(name: string, run: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const failure = await run().then(
    () => null,
    (error: unknown) => String(error),
  );
  totals[failure === null ? 'passed' : 'failed'] += 1;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `${failure === null ? 'ok   ' : 'FAIL '} ${name} (${seconds} s)${failure === null ? '' : `\n${failure}`}`,
  );
}

async function checkAll(browser: Browser): Promise<void> {
  await withService(async ({ baseUrl, ...caller }) => {
    for (const path of KINDS) await check(`looks of ${path}`, () => checkLooks(browser, baseUrl, path));
    await check('search', () => checkSearch(browser, baseUrl));
    await check('samples in tabs', () => checkTabs(browser, baseUrl));
    await check('signed calls', () => checkCalls(browser, baseUrl, caller));
  });
  await withProductionPages(async (base, stop) => {
    await check('no calls in production', () => checkProduction(browser, base));
    await check('reading without a network', () => checkOffline(browser, base, stop));
  });
}

endCommandsOnExit();
const skipReason = await whyNoChromium(REFERENCE_WORKSPACE);
if (skipReason === undefined) {
  await withChromium(REFERENCE_WORKSPACE, {}, checkAll);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
} else {
  console.log(`skip  ${skipReason}`);
}
