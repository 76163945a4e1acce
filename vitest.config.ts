import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', '**/generated/**'];
const limits = { testTimeout: 20_000, hookTimeout: 60_000 };

/**
 * These watch their process as a whole (memory, connections), or start processes of their own. `npm run verify` runs them,
 * so that `npm test` stays short.
 */
const PROCESS_TESTS = [
  'apps/server/test/{cli,deploy,faults,hostile,mcp,observability,openapi-clients,postgres,processes,queue}/**/*.test.ts',
  'apps/server/src/admin/*-cli.test.ts',
  'packages/gateway/test/processes/**/*.test.ts',
  'apps/server/src/platforms/product-page/hostile-shop.test.ts',
  // The guides' examples run against the service, so they share its database.
  'docs/guides/**/*.test.ts',
  'packages/mcp/test/processes/*.test.ts',
  'scripts/packages/packed-*.test.ts',
];

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
      project({ name: 'packages/cli' }),
      // The inspector has a command of its own.
      project({ name: 'packages/mcp', exclude: [...PROCESS_TESTS, 'packages/mcp/test/inspector/**'] }),
      // The examples have tests of their own.
      project({ name: 'packages/gateway', exclude: [...PROCESS_TESTS, 'packages/gateway/examples/**'] }),
      project({ name: 'apps/sandbox' }),
      project({ name: 'apps/console' }),
      project({ name: 'scripts', exclude: PROCESS_TESTS, isolate: true }),
      project({ name: 'apps/server', exclude: [...PROCESS_TESTS, VENDURE_TESTS], globalSetup }),
      // One test starts ten programs; a busy machine takes seconds for each.
      project({
        name: 'processes',
        include: process.env['TEST_VENDURE'] === '1' ? [VENDURE_TESTS] : PROCESS_TESTS,
        isolate: true,
        globalSetup,
        testTimeout: 120_000,
      }),
    ],
  },
});
