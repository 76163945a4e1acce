import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

// The kit words its own refusals, so zod's texts in fifty languages would be half of the bundle.
const withoutLocales: Plugin = {
  name: 'without locales',
  setup(build) {
    build.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export {};' }));
  },
};

/** The licence of what is bundled, beside the bundle, as it requires. */
function writeLicences(): Promise<void> {
  const text = readFileSync('../contract/node_modules/zod/LICENSE', 'utf8');
  writeFileSync('dist/LICENCES.txt', `zod/LICENSE\n\n${text}`);
  return Promise.resolve();
}

export default defineConfig({
  entry: ['src/index.ts', 'src/check/main.ts'],
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
  esbuildPlugins: [withoutLocales],
  onSuccess: writeLicences,
  noExternal: ['@procurement-intents/contract', '@procurement-intents/domain', 'zod'],
});
