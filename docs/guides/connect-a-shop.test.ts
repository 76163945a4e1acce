import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../apps/server/test/support/free-port.ts';
import { createServiceProcess } from '../../apps/server/test/support/service-process.ts';
import { createTestDatabase } from '../../apps/server/test/support/test-database.ts';
import { createProgramFolder, hasTools } from '../../apps/server/test/support/program-folder.ts';
import { packPackage, run } from '../../scripts/packages/pack-sdk.ts';

// The guide as its reader follows it: an empty folder, the packed kit, the files and the commands of the page.

const GUIDE = readFileSync(join(import.meta.dirname, 'connect-a-shop.md'), 'utf8');
const MAX_ADAPTER_LINES = 100;
const LIMIT_MS = 240_000;

/** The blocks of the guide by the word behind their language, each continuing the one before it. */
const blocks = new Map<string, string>();
for (const [, info = '', code = ''] of GUIDE.matchAll(/^```(\w+(?: \S+)?)\n(.*?)^```$/gms))
  blocks.set(info, `${blocks.get(info) ?? ''}${code}`);
const block = (info: string): string => blocks.get(info) ?? '';
const shell = [...GUIDE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code);
const [install = '', startGateway = '', check = '', startBeside = '', kill = '', connect = ''] = shell;
const FILES = ['db.ts', 'provider.ts', 'shop.ts', 'main.ts', 'ship.ts'];

let root: string;
let shop: string;
let port: number;
let env: Record<string, string>;
const here = (text: string): string => text.replaceAll('4100', String(port));

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'connect-a-shop-'));
  shop = join(root, 'tea-shop');
  port = await freePort();
  const { path } = await packPackage('gateway', root);
  const offline = install.replace(
    'npm install @procurement-intents/gateway',
    () => `npm install --offline ${path}`,
  );
  await run('bash', ['-ec', offline], root);
  for (const name of FILES) writeFileSync(join(shop, name), here(block(`ts ${name}`)));
  const [, makeToken = ''] = /^export GATEWAY_TOKEN=\$\((.*)\)$/m.exec(startGateway) ?? [];
  const token = (await run('bash', ['-ec', makeToken], shop)).trim();
  env = { PATH: process.env['PATH'] ?? '', HOME: root, GATEWAY_TOKEN: token };
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Starts the gateway as the guide does, and ends it with the test. */
async function openGateway(): Promise<void> {
  const [, command = ''] = /^(GATEWAY_TOKENS=.*)$/m.exec(startGateway) ?? [];
  const child: ChildProcess = spawn('bash', ['-c', command.replace('node', 'exec node')], {
    cwd: shop,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  });
  await waitForGateway();
}

const waitForGateway = () =>
  expect
    .poll(() => fetch(here('http://127.0.0.1:4100/health')).catch(() => null), { timeout: 15_000 })
    .toMatchObject({ status: 200 });

/** A command of the guide for the checker, with more options. */
function runChecker(options = '', guided = check): Promise<{ code: unknown; report: string }> {
  const command = `${here(guided).trim()} ${options}`;
  return new Promise((resolve) => {
    execFile('bash', ['-c', command], { cwd: shop, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, report: stdout + stderr }),
    );
  });
}

/** A pattern for text in which `…` stands for what differs from run to run. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    text
      .trim()
      .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
      .replaceAll('…', String.raw`[^\n]*?`),
  );

it('the adapter has fewer than a hundred lines, and satisfies strict TypeScript', async () => {
  const lines = block('ts shop.ts')
    .split('\n')
    .filter((line) => line.trim() !== '');
  expect(lines.length).toBeLessThan(MAX_ADAPTER_LINES);
  const folder = createProgramFolder();
  onTestFinished(folder.remove);
  const files = FILES.map((name) => join(shop, name));
  const types = join(folder.dir, 'node_modules', '@types');
  expect(await folder.typecheck(files, { lib: ['es2024', 'dom'], typeRoots: [types] })).toBe('');
}, 60_000);

it(
  'the checker finds every promise kept',
  async () => {
    await openGateway();
    const { code, report } = await runChecker();
    expect(report).toMatch(patternOf(block('text result')));
    expect(code).toBe(0);
  },
  LIMIT_MS,
);

it('the checker reports the fault that the guide describes, in its words', async () => {
  const file = join(shop, 'db.ts');
  const good = readFileSync(file, 'utf8');
  const faulty = good.replace('${set}, updatedAtMs = ?', '${set}, updatedAtMs = updatedAtMs + 0 * ?');
  expect(faulty).not.toBe(good);
  writeFileSync(file, faulty);
  onTestFinished(() => writeFileSync(file, good));
  await openGateway();
  const { code, report } = await runChecker('--only list/changes-again');
  expect(report).toMatch(patternOf(block('text failure')));
  expect(code).toBe(1);
}, 60_000);

it.skipIf(!hasTools('the kills of the guide', 'bash', 'cat', 'kill'))(
  'the checker kills and starts the gateway, and finds out what an adapter forgets',
  async () => {
    const file = join(shop, 'shop.ts');
    const good = readFileSync(file, 'utf8');
    const readPid = () => Number(readFileSync(join(shop, 'gateway.pid'), 'utf8'));
    await once(spawn('bash', ['-c', startBeside], { cwd: shop, env, stdio: 'ignore' }), 'exit');
    onTestFinished(() => void process.kill(readPid(), 'SIGKILL'));
    await waitForGateway();
    const kept = await runChecker('--kills 5', kill);
    expect(kept.report).toContain('2 kept, 0 broken, 0 not checked. It has cost 0.00 yuan');
    expect(kept.code).toBe(0);

    // It dies between the charge and its note, as a process in a thousand would.
    const forgetful = good
      .replace('touchedAtMs, payingFen })', 'touchedAtMs })')
      .replace(/await charge\((.*)\);/, 'await charge($1); await new Promise((go) => setTimeout(go, 600));');
    writeFileSync(file, forgetful);
    onTestFinished(() => writeFileSync(file, good));
    const broken = await runChecker('--kills 20', kill.replace('--only faults/kill ', ''));
    expect(broken.report).toContain('the payment provider has charged 48.00 yuan for chk-');
    expect(broken.code).toBe(1);
  },
  LIMIT_MS,
);

it.skipIf(!hasTools('the purchase of the guide', 'bash', 'curl', 'openssl', 'grep', 'sed'))(
  'the service buys in the shop, and its log asks for nothing',
  async () => {
    await openGateway();
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const dataDir = join(root, '.data');
    mkdirSync(dataDir);
    const settings = [...here(connect).matchAll(/^export (\w+)=(\S+)$/gm)].map(
      ([, name = '', value = '']) => [name, value.replace('$GATEWAY_TOKEN', env['GATEWAY_TOKEN'] ?? '')],
    );
    expect(settings.map(([name]) => name)).toEqual([
      'PLATFORM_A_URL',
      'PLATFORM_A_TOKEN',
      'PLATFORM_A_PRODUCT_URLS',
    ]);
    const service = await createServiceProcess({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SANDBOX_PORT: String(await freePort()),
      ...(Object.fromEntries(settings) as Record<string, string>),
    });
    onTestFinished(() => service.stop());
    await service.start();
    const bought = await run('bash', ['-eo', 'pipefail', '-c', here(block('bash'))], root);
    expect(bought.trim()).toBe('"amountPaid":96');
    expect(service.log().filter((line) => line.includes('gateway'))).toEqual([]);
  },
  LIMIT_MS,
);
