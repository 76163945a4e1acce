import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Options } from 'tsup';
import { INTERNAL_PROPERTIES } from './internal-properties.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string;
};

export const shared: Options = {
  entry: { index: 'src/index.ts', bearer: 'src/bearer/index.ts', webhooks: 'src/webhooks/index.ts' },
  // A program needs one entry or another, and each as one file.
  splitting: false,
  format: ['esm', 'cjs'],
  target: 'es2022',
  clean: true,
  treeshake: true,
  // Debuggers and stack traces show the sources, which are in the package.
  sourcemap: true,
  // Some runtimes know Node's modules only with the `node:` prefix.
  removeNodeProtocol: false,
  esbuildOptions(options, { format }) {
    options.define = { ...options.define, SDK_VERSION: JSON.stringify(version) };
    options.sourcesContent = false;
    options.mangleProps = new RegExp(`^(${INTERNAL_PROPERTIES})$`);
    // Test runners that run CommonJS in a separate context offer no `import()`.
    if (format === 'cjs') options.supported = { 'dynamic-import': false };
  },
};

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

// A second client in the bundle would have other classes of errors than the one under test.
const clientOfThePackage: Plugin = {
  name: 'client of the package',
  setup(build) {
    const client = { path: '@procurement-intents/sdk', external: true };
    const company = { path: '@procurement-intents/sdk/bearer', external: true };
    const entries = new Map([
      [join(import.meta.dirname, 'src', 'index.ts'), client],
      [join(import.meta.dirname, 'src', 'bearer', 'index.ts'), company],
    ]);
    // By what is imported, from however deep.
    build.onResolve({ filter: /index\.ts$/ }, ({ kind, resolveDir, path }) =>
      kind === 'entry-point' ? undefined : entries.get(join(resolveDir, path)),
    );
  },
};

// The schemas report rules without sentences, so zod's texts in fifty languages would be an unused third of the
// bundle.
const withoutLocales: Plugin = {
  name: 'without locales',
  setup(build) {
    build.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export {};' }));
  },
};

/** Copies the licences of bundled packages beside the bundle, as they require. */
async function writeLicences(): Promise<void> {
  const files = ['zod/LICENSE', '@ts-rest/core/LICENCE'];
  const texts = files.map((file) => `${file}\n\n${readFileSync(`../contract/node_modules/${file}`, 'utf8')}`);
  writeFileSync('dist/testing/LICENCES.txt', texts.join('\n\n'));
}

// One source, built twice: `#hmac` is node:crypto in the first build and WebCrypto in the second.
export default defineConfig([
  {
    ...shared,
    platform: 'node',
    outDir: 'dist/node',
    // Built together, so that all entries refer to the same types.
    dts: {
      entry: {
        index: 'src/index.ts',
        bearer: 'src/bearer/index.ts',
        testing: 'src/testing/index.ts',
        webhooks: 'src/webhooks/index.ts',
      },
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
