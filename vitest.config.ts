import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', '**/generated/**'];
const limits = { testTimeout: 20_000, hookTimeout: 60_000 };

/** A part of the workspace whose tests need nothing but themselves. */
function project(root: string) {
  return { test: { name: root, include: [`${root}/**/*.test.ts`], exclude, ...limits } };
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      project('packages/contract'),
      project('packages/domain'),
      project('packages/sdk'),
      project('packages/cli'),
      project('apps/sandbox'),
      project('scripts'),
      {
        test: {
          name: 'apps/server',
          // The guides' examples run against the service, so they share its database.
          include: ['apps/server/**/*.test.ts', 'docs/guides/**/*.test.ts'],
          exclude,
          globalSetup: 'apps/server/test/global-setup.ts',
          ...limits,
        },
      },
    ],
  },
});
