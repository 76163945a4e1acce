import { join } from 'node:path';
import { build } from 'esbuild';

const SIGNER = join(import.meta.dirname, '..', 'src', 'signing', 'signer.ts');
const BANNER = '// Generated from packages/sdk/src/signing by `npm run generate`. Do not edit.';

/** `createSigner` on WebCrypto as one module, for the page that tries calls, by its path from the root. */
export async function outputs(): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [SIGNER],
    banner: { js: BANNER },
    bundle: true,
    charset: 'utf8',
    format: 'esm',
    legalComments: 'none',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  // Comments name the bundled files.
  const text = (outputFiles[0]?.text ?? '').replaceAll(/^\/\/ (?:src|packages)\/.*\n/gm, '');
  return { 'apps/server/src/docs/page/signer.js': text };
}
