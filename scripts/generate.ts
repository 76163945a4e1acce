import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface Generator {
  outputs(): Promise<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, '..');
const GENERATORS = [
  'packages/contract/generate/openapi.ts',
  'packages/contract/generate/reference.ts',
  'packages/contract/generate/sdk-types.ts',
  'packages/contract/generate/signing-vectors.ts',
  'apps/server/generate/settings-reference.ts',
];

async function loadGenerator(file: string): Promise<Generator> {
  return (await import(`../${file}`)) as Generator;
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function listStale(): Promise<[path: string, content: string][]> {
  const stale: [string, string][] = [];
  for (const file of GENERATORS) {
    const files = await (await loadGenerator(file)).outputs();
    for (const [path, content] of Object.entries(files)) {
      if ((await readIfPresent(join(ROOT, path))) !== content) stale.push([path, content]);
    }
  }
  return stale;
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(ROOT, path)), { recursive: true });
  await writeFile(join(ROOT, path), content);
}

const stale = await listStale();
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`stale: ${path}`);
  if (stale.length > 0) {
    console.error('Run `npm run generate` and commit the result.');
    process.exitCode = 1;
  }
} else {
  for (const [path, content] of stale) {
    await write(path, content);
    console.log(`written: ${path}`);
  }
}
