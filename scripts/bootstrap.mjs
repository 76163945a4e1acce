import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPnpmDir, prepareWorkspace } from './prepare-workspace.mjs';
import { superviseChild, watchStarter } from './supervise-child.mjs';

// Plain JavaScript without dependencies: it runs before anything is installed, on any Node of the machine. It
// installs what is missing and starts the pinned Node that comes with the dependencies.

const MIN_NODE_MAJOR = 20;

/** The program behind each npm script: a file for the pinned Node, and what it needs first. */
const COMMANDS = {
  // The memory of the image; deploy/Dockerfile has the reasons.
  start: {
    file: 'apps/server/src/main.ts',
    nodeArgsFile: 'deploy/node-args.json',
    needsClient: true,
    needsConsole: true,
  },
  apps: { file: 'apps/server/src/admin/apps-cli.ts', needsClient: true },
  users: { file: 'apps/server/src/admin/users-cli.ts', needsClient: true },
  keys: { file: 'apps/server/src/admin/keys-cli.ts', needsClient: true },
  clients: { file: 'apps/server/src/admin/clients-cli.ts', needsClient: true },
  jobs: { file: 'apps/server/src/admin/jobs-cli.ts', needsClient: true },
  recover: { file: 'apps/server/src/admin/recover-cli.ts', needsClient: true },
  migrate: { file: 'apps/server/src/admin/migrate-cli.ts', needsClient: true },
  demo: { file: 'packages/sdk/demo/demo.ts' },
  'draw:demo': { file: 'scripts/terminal/draw-demo.ts' },
  test: { file: 'scripts/test.ts', needsClient: true, needsPnpm: true },
  'test:long': {
    file: 'scripts/test.ts',
    args: ['test/hostile', 'test/oauth/grant-races', 'check-kit'],
    env: { TEST_LONG: '1' },
    needsClient: true,
    needsPnpm: true,
  },
  'test:faults': {
    file: 'scripts/test.ts',
    // One file after the other: the figures are for two cores.
    args: ['test/faults', '--no-file-parallelism'],
    env: { TEST_LONG: '1' },
    needsClient: true,
    needsPnpm: true,
  },
  'test:vendure': {
    file: 'scripts/test.ts',
    args: ['test/vendure'],
    env: { TEST_VENDURE: '1' },
    needsClient: true,
    needsPnpm: true,
  },
  'test:mutation': { file: 'scripts/test-mutation.ts', needsClient: true, needsPnpm: true },
  'test:runtimes': { file: 'scripts/test-runtimes.ts', needsPnpm: true },
  'test:inspector': { file: 'scripts/test-inspector.ts', needsPnpm: true },
  'test:console': {
    file: 'scripts/browser/test-console.ts',
    needsClient: true,
    needsConsole: true,
    needsPnpm: true,
  },
  verify: { file: 'scripts/verify.ts', needsClient: true, needsPnpm: true },
  release: { file: 'node_modules/@changesets/cli/bin.js', needsPnpm: true },
  bench: { file: 'bench/server/main.ts', needsClient: true, needsPnpm: true },
  'bench:sdk': { file: 'bench/sdk/main.ts', needsPnpm: true },
  generate: { file: 'scripts/generate.ts' },
  schema: { file: 'scripts/database/check-schema.ts', needsClient: true },
  format: { file: 'node_modules/prettier/bin/prettier.cjs', args: ['--write', '--log-level', 'warn', '.'] },
};

const QUIET_TOOLS = {
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
};

async function main([name, ...extraArgs]) {
  const isOrphaned = watchStarter();
  if (Number.parseInt(process.versions.node, 10) < MIN_NODE_MAJOR) {
    throw new Error(`Node ${MIN_NODE_MAJOR} or newer is needed; this is ${process.versions.node}`);
  }
  if (!Object.keys(COMMANDS).includes(name)) {
    throw new Error(`usage: node scripts/bootstrap.mjs ${Object.keys(COMMANDS).join('|')} [arguments]`);
  }
  const command = COMMANDS[name];
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const env = { ...process.env, ...QUIET_TOOLS, ...command.env };
  await prepareWorkspace(root, {
    env,
    needsClient: command.needsClient === true,
    needsConsole: command.needsConsole === true,
  });

  const bin = join(root, 'node_modules', '.bin');
  const path = [bin, command.needsPnpm && (await findPnpmDir(root, env)), process.env.PATH];
  env.PATH = path.filter(Boolean).join(delimiter);
  return superviseChild(
    join(bin, 'node'),
    [...nodeArgsOf(command, root), join(root, command.file), ...(command.args ?? []), ...extraArgs],
    {
      env,
      // Some commands work on the whole repository, from any directory.
      cwd: root,
      // A program started by hand may outlive its terminal.
      isOrphaned: process.env.npm_lifecycle_event === undefined ? () => false : isOrphaned,
    },
  );
}

function nodeArgsOf({ nodeArgsFile }, root) {
  return nodeArgsFile === undefined ? [] : JSON.parse(readFileSync(join(root, nodeArgsFile), 'utf8'));
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
