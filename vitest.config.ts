import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', '**/generated/**'];
const limits = { testTimeout: 20_000, hookTimeout: 60_000 };

/** These watch their process as a whole (memory, connections), or start processes of their own. */
const PROCESS_TESTS = [
  'apps/server/test/{deploy,faults,hostile,observability,openapi-clients,postgres,processes,queue}/**/*.test.ts',
  'apps/server/src/platforms/product-page/hostile-shop.test.ts',
  // The guides' examples run against the service, so they share its database.
  'docs/guides/**/*.test.ts',
];

interface Project {
  name: string;
  include?: string[];
  exclude?: string[];
  /** Gives each file a process of its own. Where files share one, what they import is loaded once. */
  isolate?: boolean;
  globalSetup?: string;
}

function project({ name, include = [`${name}/**/*.test.ts`], isolate = false, ...rest }: Project) {
  return {
    test: { name, include, isolate, ...limits, ...rest, exclude: [...exclude, ...(rest.exclude ?? [])] },
  };
}

const globalSetup = 'apps/server/test/global-setup.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      project({ name: 'packages/contract' }),
      project({ name: 'packages/domain' }),
      project({ name: 'packages/sdk' }),
      project({ name: 'packages/cli' }),
      project({ name: 'apps/sandbox' }),
      project({ name: 'scripts', isolate: true }),
      project({ name: 'apps/server', exclude: PROCESS_TESTS, globalSetup }),
      project({ name: 'apps/server/processes', include: PROCESS_TESTS, isolate: true, globalSetup }),
    ],
  },
});
