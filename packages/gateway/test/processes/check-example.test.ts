import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { checkGateway, verdictOf } from '../../src/check/check-gateway.ts';
import { QUICK_TIMES, SMALL_SIZES } from '../check/quick.ts';
import { findPort } from '../support/find-port.ts';

const MAIN = fileURLToPath(new URL('../../examples/gateway-json/main.ts', import.meta.url));
const TOKEN = 'token-of-the-example';

/** The example as a process on a file of its own. */
async function openExample() {
  const folder = mkdtempSync(join(tmpdir(), 'check-example-'));
  const port = await findPort();
  let child: ChildProcess | undefined;
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    child = spawn(process.execPath, [MAIN], {
      env: { PORT: String(port), GATEWAY_TOKEN: TOKEN, ORDERS_FILE: join(folder, 'orders.json') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await expect.poll(() => fetch(`${url}/health`).catch(() => null), { timeout: 15_000 }).not.toBeNull();
  };
  const kill = async () => {
    const ended = once(child!, 'exit');
    child!.kill('SIGKILL');
    await ended;
  };
  onTestFinished(async () => {
    await kill();
    rmSync(folder, { recursive: true });
  });
  await start();
  return { url, kill, restart: start };
}

it(
  'finds nothing broken at the example of the kit, killed again and again',
  { timeout: 180_000 },
  async () => {
    const { url, kill, restart } = await openExample();
    const report = await checkGateway({
      url,
      token: TOKEN,
      product: `${url}/products/green-tea`,
      soldOut: `${url}/products/tea-table`,
      maxSpendFen: 10_000_00,
      kill,
      restart,
      sizes: { ...SMALL_SIZES, kills: 4, equalPosts: 200, load: 64 },
      times: { ...QUICK_TIMES, clearMs: 20_000, responseMs: 15_000, watchMs: 1_500, recoverMs: 15_000 },
    });
    expect(report.results.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
    expect(verdictOf(report)).toBe('kept');
    expect(report.costFen).toBe(0);
  },
);
