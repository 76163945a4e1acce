import { whyNoChromium } from './browser/chromium.ts';
import { REFERENCE_WORKSPACE } from './browser/reference-pages.ts';
import { COUNT_LINE, TEST_FAILURES } from './count-tests.ts';
import { endCommandsOnExit, runCommand } from './run-command.ts';

interface Step {
  name: string;
  command: [file: string, ...args: string[]];
  cwd?: string;
  /** Whether it runs once more when it fails, as a file of tests does, and the output says so. */
  mayRunAgain?: true;
  /** Why the step does not apply here; undefined when it does. */
  skipReason?: () => Promise<string | undefined>;
}

const SDK = 'packages/sdk';
const CLI = 'packages/cli';
const MCP = 'packages/mcp';
const GATEWAY = 'packages/gateway';
const BASE_BRANCH = 'main';

const STEPS: Step[] = [
  { name: 'formatting', command: ['prettier', '--check', '.'] },
  // Before lint, which reads types from the build output.
  { name: 'build', command: ['turbo', 'run', 'build', '--output-logs=errors-only'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['turbo', 'run', 'typecheck', '--continue', '--output-logs=errors-only'] },
  { name: 'types of the scripts', command: ['tsc', '-p', 'scripts'] },
  { name: 'types of the measurements', command: ['tsc', '-p', 'bench'] },
  { name: 'types of the examples', command: ['tsc', '-p', 'packages/sdk/examples'] },
  { name: 'types of the example gateways', command: ['tsc', '-p', 'packages/gateway/examples'] },
  {
    name: 'imports',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', 'packages', 'apps', 'bench', 'scripts'],
  },
  { name: 'unused code', command: ['knip'] },
  { name: 'generated files', command: ['node', 'scripts/generate.ts', '--check'] },
  { name: 'database schema', command: ['node', 'scripts/database/check-schema.ts'] },
  {
    name: 'changeset',
    command: ['changeset', 'status', `--since=${BASE_BRANCH}`],
    skipReason: whyNoChangeset,
  },
  { name: 'SDK in every runtime', command: ['node', 'scripts/test-runtimes.ts'] },
  {
    name: 'reference in a browser',
    command: ['node', 'scripts/browser/test-reference.ts'],
    skipReason: () => whyNoChromium(REFERENCE_WORKSPACE),
  },
  {
    name: 'console in a browser',
    command: ['node', 'scripts/bootstrap.mjs', 'test:console', '--walks'],
    mayRunAgain: true,
    skipReason: () => whyNoChromium(REFERENCE_WORKSPACE),
  },
  { name: 'package', command: ['node_modules/.bin/publint', '--strict'], cwd: SDK },
  { name: 'package of the command line', command: ['node_modules/.bin/publint', '--strict'], cwd: CLI },
  { name: 'package for agents', command: ['node_modules/.bin/publint', '--strict'], cwd: MCP },
  { name: 'package of the gateway kit', command: ['node_modules/.bin/publint', '--strict'], cwd: GATEWAY },
  { name: "package's types", command: ['node_modules/.bin/attw', '--pack'], cwd: SDK },
  {
    name: "gateway kit's types",
    command: ['node_modules/.bin/attw', '--pack', '--profile', 'esm-only'],
    cwd: GATEWAY,
  },
  { name: 'cost of the SDK', command: ['node', 'bench/sdk/gate.ts'] },
  { name: 'tests of whole processes', command: ['node', 'scripts/test.ts', '--project=processes'] },
];

/** A branch is compared with the branch that it merges into; on `main` itself there is nothing to compare. */
async function whyNoChangeset(): Promise<string | undefined> {
  const base = await runCommand('git', ['rev-parse', '--verify', '--quiet', `${BASE_BRANCH}^{commit}`]);
  if (base.code !== 0) return `no branch ${BASE_BRANCH} here`;
  const head = await runCommand('git', ['rev-parse', 'HEAD']);
  return head.output === base.output ? `this is ${BASE_BRANCH}` : undefined;
}

/** Runs a step and prints its line, with its output when it failed. */
async function runStep({ name, command, cwd, mayRunAgain, skipReason }: Step): Promise<boolean> {
  const reason = await skipReason?.();
  if (reason !== undefined) {
    console.log(`skip  ${name}: ${reason}`);
    return true;
  }
  const startedAt = performance.now();
  const [file, ...args] = command;
  const run = () => runCommand(file, args, cwd === undefined ? {} : { cwd });
  let { code, output } = await run();
  if (code !== 0 && mayRunAgain) {
    console.log(`again ${name}, which failed:\n${output.trimEnd()}\n`);
    ({ code, output } = await run());
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const count = COUNT_LINE.exec(output)?.[0] ?? '';
  console.log(`${code === 0 ? 'ok   ' : 'FAIL '} ${name} (${seconds} s)${count && `: ${count}`}`);
  // First, so that nobody has to look for them in an output of thousands of lines.
  for (const line of output.match(TEST_FAILURES) ?? []) console.log(`      ${line}`);
  if (code !== 0) console.log(`$ ${command.join(' ')}\n${output.trimEnd()}\n`);
  return code === 0;
}

endCommandsOnExit();
let failures = 0;
for (const step of STEPS) failures += (await runStep(step)) ? 0 : 1;
console.log(failures === 0 ? 'Everything is in order.' : `${failures} of ${STEPS.length} checks failed.`);
process.exitCode = failures === 0 ? 0 : 1;
