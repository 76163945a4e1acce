import { defineConfig, type Options } from 'tsup';

const shared: Options = {
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  clean: true,
  treeshake: true,
  sourcemap: true,
  // Some runtimes know Node's modules by their full names only.
  removeNodeProtocol: false,
};

// The same source twice: `#hmac` is node:crypto in the one and WebCrypto in the other.
export default defineConfig([
  {
    ...shared,
    platform: 'node',
    outDir: 'dist/node',
    dts: { compilerOptions: { stripInternal: true } },
  },
  { ...shared, platform: 'browser', outDir: 'dist/web' },
]);
