import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface Generator {
  outputs(): Promise<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, '..');
const GENERATORS = [
  'packages/contract/generate/openapi/openapi.ts',
  'packages/contract/generate/reference/reference.ts',
  'packages/contract/generate/sdk/sdk.ts',
  'packages/contract/generate/gateway/gateway.ts',
  'packages/contract/generate/vectors/signing-vectors.ts',
  'packages/contract/generate/vectors/webhook-vectors.ts',
  // After the tables of the SDK.
  'packages/sdk/generate/page-signer.ts',
  'apps/server/generate/settings-reference.ts',
  'apps/server/generate/oauth-rules.ts',
  // Last: it reads the titles of pages that the other generators write.
  'packages/contract/generate/llms.ts',
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

/** The files that differ from their generator's output. Each generator starts after the previous file was handled. */
async function* listStale(): AsyncGenerator<[path: string, content: string]> {
  for (const file of GENERATORS) {
    const files = await (await loadGenerator(file)).outputs();
    for (const [path, content] of Object.entries(files)) {
      if ((await readIfPresent(join(ROOT, path))) !== content) yield [path, content];
    }
  }
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(ROOT, path)), { recursive: true });
  await writeFile(join(ROOT, path), content);
}

const isCheck = process.argv.includes('--check');
let staleCount = 0;
for await (const [path, content] of listStale()) {
  staleCount += 1;
  if (isCheck) {
    console.error(`stale: ${path}`);
  } else {
    await write(path, content);
    console.log(`written: ${path}`);
  }
}
if (isCheck && staleCount > 0) {
  console.error('Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}
