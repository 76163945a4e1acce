import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../apps/server/test/support/free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const START_TIMEOUT_MS = 180_000;

/** A service as `npm start` starts it, and the App that it makes for a demo. */
export interface DemoService {
  baseUrl: string;
  sandboxUrl: string;
  appId: string;
  appSecret: string;
}

/** Starts a service with a sandbox and a demo App, and stops it after `work`. */
export async function withDemoService(
  settings: Record<string, string>,
  work: (service: DemoService) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'demo-service-'));
  const sandboxPort = String(await freePort());
  const service = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      PORT: '0',
      SANDBOX_PORT: sandboxPort,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await waitForOutput(service.stdout, 'Stop: Ctrl-C');
    const demo = JSON.parse(readFileSync(join(folder, 'demo-app.json'), 'utf8')) as DemoService;
    await work({ ...demo, sandboxUrl: `http://127.0.0.1:${sandboxPort}` });
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
