import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_PURCHASE } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPOSITORY } from '../../src/config/config.ts';
import { createProgramFolder, type ProgramFolder } from '../support/program-folder.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const GUIDE = readFileSync(join(REPOSITORY, 'docs', 'guides', 'generate-a-client.md'), 'utf8');

let service: TestService;
let folder: ProgramFolder;
beforeAll(async () => {
  service = await startTestService();
  folder = createProgramFolder();
  copyFileSync(join(REPOSITORY, 'openapi', 'openapi.json'), join(folder.dir, 'openapi.json'));
});
afterAll(async () => {
  folder.remove();
  await service.stop();
});

/** The code blocks of a section of the guide, by language. */
function blocks(section: string): Record<string, string> {
  const text = GUIDE.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  return Object.fromEntries(
    [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => [language, code]),
  );
}

/** Runs what the guide's last line of shell says, with the program of the version that is installed here. */
async function generate(shell: string): Promise<void> {
  const [npx, tool = '', ...args] = shell.trim().split('\n').at(-1)?.split(' ') ?? [];
  expect(npx).toBe('npx');
  const { exitCode, stderr } = await folder.run(folder.bin(tool), args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
}

/** Runs the program against the service, and tells what became of the one intent that it made. */
async function expectProgramBuys(name: string, program: string): Promise<void> {
  const { appId, appSecret } = await service.addApp();
  const file = folder.write(
    name,
    program.replace(EXAMPLE_PURCHASE.productUrl, `${service.sandboxUrl}/a/items/ordinary?by=${name}`),
  );
  const env = {
    PROCUREMENT_BASE_URL: service.baseUrl,
    PROCUREMENT_APP_ID: appId,
    PROCUREMENT_APP_SECRET: appSecret,
  };
  const { exitCode, stdout, stderr } = await folder.run(process.execPath, [file], { env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const intents = await service.database.intent.findMany({ where: { appId } });
  expect(intents.map(({ status }) => status)).toEqual(['CANCELLED']);
  expect(stdout.trim().split('\n')).toEqual(['SUBMITTED 199', `[ '${intents[0]?.id}' ]`, 'CANCELLED']);
}

// Each line must be refused, or the compiler complains that nothing was to be expected.
const REFUSED = `import type { paths } from './openapi.ts';
type Create = paths['/api/v1/intents']['post'];
type Body = Create['requestBody']['content']['application/json'];
type Answer = Create['responses']['201']['content']['application/json'];
// @ts-expect-error there is no such platform
export const platform: Body['platform'] = 'PLATFORM_Z';
// @ts-expect-error a purchase has more fields
export const body: Body = { userId: 'user_1001' };
// @ts-expect-error an answer has no such field
export type Missing = Answer['data']['phone'];
`;

it('both generators give types that a strict compiler accepts', async () => {
  const withFetch = blocks('openapi-typescript and openapi-fetch');
  const withFunctions = blocks('@hey-api/openapi-ts');
  folder.write('openapi-ts.config.ts', withFunctions['js'] ?? '');
  await Promise.all([withFetch, withFunctions].map(({ sh = '' }) => generate(sh)));
  const programs = {
    'with-openapi-fetch.ts': withFetch['ts'] ?? '',
    'with-openapi-ts.ts': withFunctions['ts'] ?? '',
    'refused.ts': REFUSED,
  };
  for (const [name, code] of Object.entries(programs)) folder.write(name, code);
  // What openapi-ts writes beside the types asks for both.
  const options = { lib: ['es2024', 'dom', 'dom.iterable'], exactOptionalPropertyTypes: false };
  expect(await folder.typecheck(Object.keys(programs), options)).toBe('');
}, 60_000);

it.each([
  ['with-openapi-fetch.ts', 'openapi-typescript and openapi-fetch'],
  ['with-openapi-ts.ts', '@hey-api/openapi-ts'],
])('%s creates, reads, lists by statuses and cancels', async (name, section) => {
  await expectProgramBuys(name, blocks(section)['ts'] ?? '');
});
