import { defineConfig } from 'vitest/config';

// Each call starts the inspector and the program.
export default defineConfig({
  test: { include: ['packages/mcp/test/inspector/*.test.ts'], testTimeout: 120_000 },
});
