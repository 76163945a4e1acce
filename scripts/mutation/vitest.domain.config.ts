import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/domain/src/oauth/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    isolate: false,
  },
});
