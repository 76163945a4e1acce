import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LANGUAGES } from '../src/platform/languages.ts';
import { PAGES } from '../src/pages.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What a person loads before the first view, as it is sent. */
const MAX_BYTES = 350_000;

let chunks: Map<string, Rolldown.OutputChunk>;

beforeAll(async () => {
  // Else this would be the build of React for development.
  vi.stubEnv('NODE_ENV', 'production');
  const built = await build({ root: ROOT, logLevel: 'error', build: { write: false } });
  const { output } = built as Rolldown.RolldownOutput;
  chunks = new Map(output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each]] : [])));
});
afterAll(() => vi.unstubAllEnvs());

/** Adds a file and all that it needs before it runs. */
function addClosure(fileName: string, files: Set<string>): void {
  const chunk = chunks.get(fileName);
  if (!chunk || files.has(fileName)) return;
  files.add(fileName);
  for (const needed of chunk.imports) addClosure(needed, files);
}

it('loads at most 350 kB of compressed JavaScript to show any page', () => {
  const all = [...chunks.values()];
  const locales = all.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('.json'));
  const pages = all.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('page.tsx'));
  expect(locales).toHaveLength(LANGUAGES.length);
  expect(pages).toHaveLength(PAGES.length);
  const sizes = pages.map((page) => {
    const files = new Set<string>();
    for (const { fileName } of [...all.filter(({ isEntry }) => isEntry), ...locales.slice(0, 1), page])
      addClosure(fileName, files);
    return [...files].reduce((sum, file) => sum + gzipSync(chunks.get(file)?.code ?? '').length, 0);
  });
  expect(Math.min(...sizes)).toBeGreaterThan(MAX_BYTES / 4);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_BYTES);
});
