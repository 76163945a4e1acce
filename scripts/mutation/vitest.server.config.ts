import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/server/test/oauth/*.test.ts', 'apps/server/src/oauth/**/*.test.ts'],
    // What these see, the others see sooner.
    exclude: ['**/node_modules/**', '**/{grant-races,foreign-clients,stored-secrets}.test.ts'],
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    globalSetup: 'apps/server/test/support/global-setup.ts',
  },
});
