import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts', 'check/main': 'src/check/main.ts' },
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  outDir: 'dist',
  clean: true,
  treeshake: true,
  sourcemap: false,
  removeNodeProtocol: false,
  dts: { entry: { index: 'src/index.ts' } },
  // Whoever installs the package gets nothing else with it.
  noExternal: ['@procurement-intents/contract', 'zod'],
});
