import { defineConfig, type Options } from 'tsup';

/** Properties that no user of the package sees: short names in the build make pages smaller. */
export const INTERNAL_PROPERTIES = [
  'clock|correct|count|enter|failures|follow|freeAt|isExpired|isKnown|isRepeatable|last|learn|look|nowMs|pace',
  'remainingMs|settle|stamp|bucket',
].join('|');

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
  esbuildOptions(options) {
    options.mangleProps = new RegExp(`^(${INTERNAL_PROPERTIES})$`);
  },
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
