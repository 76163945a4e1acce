import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { INTERNAL_PROPERTIES } from './internal-properties.ts';

export const shared: Options = {
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  clean: true,
  treeshake: true,
  // What is built is as readable as a map would make it, at half the size.
  sourcemap: false,
  // Some runtimes know Node's modules by their full names only.
  removeNodeProtocol: false,
  esbuildOptions(options, { format }) {
    options.mangleProps = new RegExp(`^(${INTERNAL_PROPERTIES})$`);
    // What runs CommonJS in a context of its own, as some test runners do, offers no `import()`.
    if (format === 'cjs') options.supported = { 'dynamic-import': false };
  },
};

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

// A second client in the bundle would be another class than the one that is tested.
const clientOfThePackage: Plugin = {
  name: 'client of the package',
  setup(build) {
    const client = { path: '@procurement-intents/sdk', external: true };
    build.onResolve({ filter: /^\.\.\/index\.ts$/ }, () => client);
  },
};

// The schemas report rules and no sentences, so zod's texts in fifty languages would be a third of the bundle for nothing.
const withoutLocales: Plugin = {
  name: 'without locales',
  setup(build) {
    build.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export {};' }));
  },
};

/** Puts the licences of what is bundled beside the bundle, as they ask. */
async function writeLicences(): Promise<void> {
  const files = ['zod/LICENSE', '@ts-rest/core/LICENCE'];
  const texts = files.map((file) => `${file}\n\n${readFileSync(`../contract/node_modules/${file}`, 'utf8')}`);
  writeFileSync('dist/testing/LICENCES.txt', texts.join('\n\n'));
}

// The same source twice: `#hmac` is node:crypto in the one and WebCrypto in the other.
export default defineConfig([
  {
    ...shared,
    platform: 'node',
    outDir: 'dist/node',
    // Together, so that both entries speak of one and the same client.
    dts: {
      entry: { index: 'src/index.ts', testing: 'src/testing/index.ts' },
      compilerOptions: { stripInternal: true },
    },
  },
  { ...shared, platform: 'browser', outDir: 'dist/web' },
  {
    entry: ['src/testing/index.ts'],
    format: ['esm', 'cjs'],
    target: 'es2022',
    platform: 'neutral',
    outDir: 'dist/testing',
    clean: true,
    treeshake: true,
    minify: true,
    esbuildPlugins: [clientOfThePackage, withoutLocales],
    onSuccess: writeLicences,
  },
]);
