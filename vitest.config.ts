import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', '**/generated/**'];
const limits = { testTimeout: 20_000, hookTimeout: 60_000 };

/**
 * These watch their process as a whole (memory, connections), or start processes of their own. `npm run verify` runs them
 * and `LONG_TESTS`, so that `npm test` stays short.
 */
const PROCESS_TESTS = [
  'apps/server/test/{admin,cli,deploy,faults,hostile,mcp,observability,openapi-clients,postgres,processes,queue}/**/*.test.ts',
  'packages/gateway/test/processes/**/*.test.ts',
  'apps/server/src/platforms/product-page/hostile-shop.test.ts',
  'apps/server/src/postgres/embedded/{embedded-postgres,postgres-binaries,postmaster}.test.ts',
  'apps/sandbox/src/main.test.ts',
  'packages/cli/test/*.test.ts',
  'packages/gateway/test/check/command.test.ts',
  // The guides' examples run against the service, so they share its database.
  'docs/guides/**/*.test.ts',
  'packages/mcp/test/processes/*.test.ts',
  'scripts/packages/packed-*.test.ts',
];

/** These take long by nature: they wait for real seconds, seed rows by the hundred thousand, or are many callers at once. */
const LONG_TESTS = [
  'apps/server/src/queue/{dead-jobs,job-processes}.test.ts',
  'apps/server/test/bearer/failed-log-ins.test.ts',
  'apps/server/test/exports/{export-cuts,export-searches}.test.ts',
  'apps/server/test/http/unread-answers.test.ts',
  'apps/server/test/intents/common-labels.test.ts',
  'apps/server/test/oauth/grant-races.test.ts',
  'apps/server/test/purchasing/{lookup-shares,platform-isolation}.test.ts',
];

/** Left to `npm run verify`. */
const VERIFIED_TESTS = [...PROCESS_TESTS, ...LONG_TESTS];

/** Installs a commerce engine: only `npm run test:vendure` runs them. */
const VENDURE_TESTS = 'apps/server/test/vendure/**/*.test.ts';

interface Project {
  name: string;
  include?: string[];
  exclude?: string[];
  /** Gives each file a process of its own. Where files share one, what they import is loaded once. */
  isolate?: boolean;
  globalSetup?: string;
  testTimeout?: number;
}

function project({ name, include = [`${name}/**/*.test.ts`], isolate = false, ...rest }: Project) {
  return {
    test: { name, include, isolate, ...limits, ...rest, exclude: [...exclude, ...(rest.exclude ?? [])] },
  };
}

const globalSetup = 'apps/server/test/support/global-setup.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Tests that run at once wait for most of their time.
    maxConcurrency: 12,
    projects: [
      project({ name: 'packages/contract' }),
      project({ name: 'packages/domain' }),
      // The examples have tests of their own, which scripts/packages/packed-examples.test.ts runs.
      project({ name: 'packages/sdk', exclude: ['packages/sdk/examples/**'] }),
      project({ name: 'packages/cli', exclude: VERIFIED_TESTS }),
      // The inspector has a command of its own.
      project({ name: 'packages/mcp', exclude: [...VERIFIED_TESTS, 'packages/mcp/test/inspector/**'] }),
      // The examples have tests of their own.
      project({ name: 'packages/gateway', exclude: [...VERIFIED_TESTS, 'packages/gateway/examples/**'] }),
      project({ name: 'apps/sandbox', exclude: VERIFIED_TESTS }),
      project({ name: 'apps/console' }),
      project({ name: 'scripts', exclude: VERIFIED_TESTS, isolate: true }),
      project({ name: 'apps/server', exclude: [...VERIFIED_TESTS, VENDURE_TESTS], globalSetup }),
      // One test starts ten programs; a busy machine takes seconds for each.
      project({
        name: 'processes',
        include: process.env['TEST_VENDURE'] === '1' ? [VENDURE_TESTS] : VERIFIED_TESTS,
        isolate: true,
        globalSetup,
        testTimeout: 120_000,
      }),
    ],
  },
});
