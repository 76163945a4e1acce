import { join } from 'node:path';
import { startServices } from '../packages/sdk/test/runtimes/start-services.ts';
import { whyNoChromium, withChromium } from './browser/chromium.ts';
import { buildPackages, installPackages } from './packages/prepare-packages.ts';
import { endCommandsOnExit, runCommand } from './run-command.ts';
import { RUNNERS_FOLDER, runTestRunner, TEST_RUNNERS, type TestResult } from './test-runners.ts';

// Runs checks of the built SDK in every supported runtime, and its service in memory in the test runners of
// integrators. They are packages with exact versions, in workspaces of their own; Node 24 is the repository's own Node,
// and Chromium comes with the system.

const ROOT = join(import.meta.dirname, '..');
const RUNTIMES = join(ROOT, 'packages', 'sdk', 'test', 'runtimes');
const PACKAGES = join(RUNTIMES, 'node_modules');
// The checks take three seconds on an idle machine; a run that takes this long hangs.
const RUN_TIMEOUT_MS = 45_000;

/** The outcome of a runtime: its checks, or why it was skipped. */
type Outcome = { results: TestResult[] } | { skipReason: string };

interface Runtime {
  name: string;
  /** Whether the runtime is skipped when it cannot be installed. */
  isOptional: boolean;
  run: (services: Services) => Promise<Outcome>;
}

type Services = Awaited<ReturnType<typeof startServices>>;

// One check collects garbage on purpose.
const NODE_FLAGS = ['--expose-gc'];
const DENO_FLAGS = ['run', '--no-prompt', '--allow-net=127.0.0.1', '--allow-read'];

const ALL: Runtime[] = [
  {
    name: 'Node 20',
    isOptional: false,
    run: (services) => runProgram(services, inPackages('node20/bin/node'), NODE_FLAGS),
  },
  {
    name: 'Node 22',
    isOptional: false,
    run: (services) => runProgram(services, inPackages('node22/bin/node'), NODE_FLAGS),
  },
  {
    name: 'Node 24',
    isOptional: false,
    run: (services) => runProgram(services, process.execPath, NODE_FLAGS),
  },
  { name: 'Bun', isOptional: true, run: (services) => runProgram(services, inPackages('bun/bin/bun.exe')) },
  {
    name: 'Deno',
    isOptional: true,
    run: (services) => runProgram(services, inPackages('deno/deno'), DENO_FLAGS),
  },
  { name: 'Chromium', isOptional: true, run: runPage },
  ...TEST_RUNNERS.map((runner) => ({
    name: runner.name,
    isOptional: false,
    run: async () => ({ results: await runTestRunner(runner) }),
  })),
];

const inPackages = (path: string) => join(PACKAGES, ...path.split('/'));

/** Runs the checks in a program, with the package imported and required. */
async function runProgram({ url }: Services, file: string, flags: string[] = []): Promise<Outcome> {
  const version = await runCommand(file, ['--version'], { timeoutMs: RUN_TIMEOUT_MS });
  if (version.code !== 0) return { skipReason: `its package brought no program that runs here` };
  const results: TestResult[] = [];
  for (const loadedBy of ['import', 'require']) {
    const args = [...flags, join(RUNTIMES, 'in-process.mjs'), url, loadedBy];
    const { code, output } = await runCommand(file, args, { cwd: RUNTIMES, timeoutMs: RUN_TIMEOUT_MS });
    const printed = output.split('\n').find((line) => line.startsWith('{"results":'));
    const own = printed === undefined ? [] : (JSON.parse(printed) as { results: TestResult[] }).results;
    // A timer or socket that is left would keep the program from ending, and so would any other defect.
    const failure =
      code === 0 && own.length > 0 ? null : `exit code ${code}\n${own.length > 0 ? '' : output}`;
    results.push(...[...own, { name: 'ends by itself', failure }].map((each) => named(each, loadedBy)));
  }
  return { results };
}

const named = ({ name, failure }: TestResult, loadedBy: string) => ({
  name: `${name} (${loadedBy})`,
  failure,
});

/** The parts of a browser that are used here. */
interface Browser {
  newPage(): Promise<{
    goto(url: string): Promise<unknown>;
    waitForFunction(code: string, arg?: unknown, options?: { timeout: number }): Promise<unknown>;
    evaluate(code: string): Promise<TestResult[]>;
  }>;
  close(): Promise<void>;
}

/** Runs the checks in a page of another origin than the services. */
async function runPage({ pageUrl }: Services): Promise<Outcome> {
  const skipReason = await whyNoChromium(RUNTIMES);
  if (skipReason !== undefined) return { skipReason };
  return withChromium(RUNTIMES, {}, async (browser: Browser) => {
    const page = await browser.newPage();
    await page.goto(pageUrl);
    await page.waitForFunction('globalThis.results', undefined, { timeout: RUN_TIMEOUT_MS });
    return { results: await page.evaluate('globalThis.results') };
  });
}

/** Prints a line for the runtime and the failures in it. */
function report(name: string, results: TestResult[], startedAt: number): void {
  const failed = results.filter(({ failure }) => failure !== null);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const counts = `${results.length - failed.length} passed, ${failed.length} failed`;
  console.log(`${failed.length === 0 ? 'ok   ' : 'FAIL '} ${name}: ${counts} (${seconds} s)`);
  for (const { name: check, failure } of failed) console.log(`      ${check}: ${failure}`);
}

endCommandsOnExit();
await buildPackages();
for (const folder of [RUNTIMES, RUNNERS_FOLDER]) await installPackages(folder);
const services = await startServices();
const totals = { passed: 0, failed: 0, skipped: 0 };
for (const { name, isOptional, run } of ALL) {
  const startedAt = performance.now();
  const outcome = await run(services).catch((error: unknown) => ({
    results: [{ name: 'runs', failure: String(error) }],
  }));
  if ('skipReason' in outcome && isOptional) {
    console.log(`skip  ${name}: ${outcome.skipReason}`);
    totals.skipped += 1;
    continue;
  }
  const results = 'skipReason' in outcome ? [{ name: 'runs', failure: outcome.skipReason }] : outcome.results;
  report(name, results, startedAt);
  totals.failed += results.filter(({ failure }) => failure !== null).length;
  totals.passed += results.filter(({ failure }) => failure === null).length;
}
services.stop();
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} runtimes skipped` : ''}`,
);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
