import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPacked, run } from './pack-sdk.ts';

let project: string;
let contents: string[];

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'packed-sdk-'));
  contents = await installPacked('sdk', project);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const USE = `const client = new ProcurementIntents({ baseUrl: 'http://127.0.0.1:9', appId: 'a', appSecret: 's' });
client.intents.get('int_0', { timeoutMs: 50 }).catch((error) => console.log(error.name, isApiError(error)));`;

describe('the packed SDK', () => {
  it('contains the build, its sources and the documents, and no test', () => {
    expect(contents).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']));
    expect(
      contents.filter(
        (path) => !/^(dist\/|src\/|package\.json$|README\.md$|CHANGELOG\.md$|LICENSE$)/.test(path),
      ),
    ).toEqual([]);
    expect(contents.filter((path) => /\.(test|spec)\.|^src\/testing/.test(path))).toEqual([]);
  });

  it('has every source that its source maps name', () => {
    const root = join(project, 'node_modules', '@procurement-intents', 'sdk');
    const maps = contents.filter((path) => path.endsWith('.map'));
    expect(maps).toEqual(expect.arrayContaining(['dist/node/index.js.map', 'dist/web/index.cjs.map']));
    for (const path of maps) {
      const map = JSON.parse(readFileSync(join(root, path), 'utf8')) as { sources: string[] };
      expect(map.sources.length).toBeGreaterThan(5);
      const missing = map.sources.filter((source) => !existsSync(join(root, dirname(path), source)));
      expect(missing, path).toEqual([]);
    }
  });

  it('has no dependencies', () => {
    const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['@procurement-intents']);
    expect(readdirSync(join(project, 'node_modules', '@procurement-intents'))).toEqual(['sdk']);
  });

  it('can be loaded by import and by require', async () => {
    writeFileSync(
      join(project, 'use.mjs'),
      `import { isApiError, ProcurementIntents } from '@procurement-intents/sdk';\n${USE}`,
    );
    writeFileSync(
      join(project, 'use.cjs'),
      `const { isApiError, ProcurementIntents } = require('@procurement-intents/sdk');\n${USE}`,
    );
    for (const file of ['use.mjs', 'use.cjs']) {
      expect((await run('node', [file], project)).trim()).toMatch(/^(ConnectionError|TimeoutError) false$/);
    }
  });

  it.each(['nodenext', 'bundler'])(
    'satisfies strict TypeScript with module resolution %s',
    async (resolution) => {
      const isNode = resolution === 'nodenext';
      writeFileSync(
        join(project, 'use.ts'),
        `import { isApiError, ProcurementIntents } from '@procurement-intents/sdk';
export async function buy(appSecret: string): Promise<string> {
  const client = new ProcurementIntents({ baseUrl: 'https://api.shop.test', appId: 'a', appSecret });
  try {
    const intent = await client.intents.get('int_0');
    return intent.status;
  } catch (error) {
    if (isApiError(error, 'INTENT_NOT_FOUND')) return error.name;
    throw error;
  }
}
`,
      );
      const options = {
        strict: true,
        skipLibCheck: false,
        noEmit: true,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        module: isNode ? 'nodenext' : 'esnext',
        moduleResolution: resolution,
      };
      writeFileSync(
        join(project, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: options, files: ['use.ts'] }),
      );
      await expect(run('tsc', ['-p', '.'], project)).resolves.toBe('');
    },
  );
});
