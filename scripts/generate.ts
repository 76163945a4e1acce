import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface Generator {
  outputs(): Promise<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, '..');
const GENERATORS = ['openapi', 'reference', 'sdk-types'];

async function loadGenerator(name: string): Promise<Generator> {
  return (await import(`../packages/contract/generate/${name}.ts`)) as Generator;
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
  for (const name of GENERATORS) {
    const files = await (await loadGenerator(name)).outputs();
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
