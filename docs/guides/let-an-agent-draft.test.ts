import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_PURCHASE } from '../../packages/contract/src/index.ts';
import { openHost } from '../../packages/mcp/test/hosts.ts';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { addPerson, callBearer, PASSWORD } from '../../apps/server/test/support/bearer.ts';
import {
  createProgramFolder,
  hasTools,
  type ProgramFolder,
} from '../../apps/server/test/support/program-folder.ts';
import type { Signer } from '../../apps/server/test/support/sign.ts';
import { startTestService, type TestService } from '../../apps/server/test/support/test-service.ts';

const GUIDE = readFileSync(join(import.meta.dirname, 'let-an-agent-draft.md'), 'utf8');
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(GUIDE)?.[1] ?? '';
const hasShell = hasTools('the shell of the guide', 'bash', 'curl', 'grep', 'sed');

let service: TestService;
let folder: ProgramFolder;
let agent: Signer;
beforeAll(async () => {
  service = await startTestService();
  folder = createProgramFolder();
  agent = await service.addApp({ permissions: ['intents:read', 'intents:draft'] });
});
afterAll(async () => {
  folder.remove();
  await service.stop();
});

async function run(program: string, args: string[], env: Record<string, string>): Promise<string> {
  const { exitCode, stdout, stderr } = await folder.run(program, args, { env });
  expect({ exitCode, stderr }, stdout).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

it('names the command that grants what the agent has', () => {
  expect(GUIDE).toMatch(/--permissions intents:read intents:draft$/m);
});

it.skipIf(!hasShell)(
  'the agent drafts and cannot submit, the person submits what was read',
  async () => {
    const code = blockOf('ts').replaceAll(
      EXAMPLE_PURCHASE.productUrl,
      `${service.sandboxUrl}/a/items/ordinary`,
    );
    const file = folder.write('agent.ts', code);
    expect(await folder.typecheck([file], { lib: ['es2024', 'dom'] })).toBe('');
    const draft = () =>
      run(process.execPath, [file], {
        PROCUREMENT_BASE_URL: service.baseUrl,
        PROCUREMENT_APP_ID: agent.appId,
        PROCUREMENT_APP_SECRET: agent.appSecret,
      });
    const printed = await draft();
    const [, id = ''] = /^DRAFT (int_[0-9a-f]{32})\na person has to submit it\n$/.exec(printed) ?? [];
    // Once more makes no second one.
    expect(await draft()).toBe(printed);

    const scopes = ['read:purchase-requests', 'write:purchase-requests'] as const;
    const { username } = await addPerson(service, scopes, { approvalLimitFen: 500_00n });
    const env = {
      PROCUREMENT_BASE_URL: service.baseUrl,
      PERSON: JSON.stringify({ username, password: PASSWORD }),
      DRAFT: id,
    };
    const shell = blockOf('bash');
    expect(await run('bash', ['-eo', 'pipefail', '-c', shell], env)).toBe(`"id":"${id}"\nSUBMITTED\n`);
  },
  60_000,
);

it('a host of the Model Context Protocol goes the way that the guide shows', async () => {
  const working = await startTestService({ isWorking: true, graceMs: 0 });
  onTestFinished(() => working.stop());
  const { appId, appSecret } = await working.addApp({ permissions: ['intents:read', 'intents:draft'] });
  const configuration = JSON.parse(blockOf('json')) as {
    mcpServers: { procurement: { env: Record<string, string> } };
  };
  const env = {
    PROCUREMENT_BASE_URL: working.baseUrl,
    PROCUREMENT_APP_ID: appId,
    PROCUREMENT_APP_SECRET: appSecret,
  };
  expect(Object.keys(configuration.mcpServers.procurement.env)).toEqual(Object.keys(env));
  const host = await openHost('client of 2.x, 2026', { env });
  const { token } = await addPerson(working, ['admin']);

  let id = 'int_…';
  const lines = blockOf('text').replaceAll(
    EXAMPLE_PURCHASE.productUrl,
    `${working.sandboxUrl}/a/items/ordinary`,
  );
  for (const [, who, what = '', args = '', result = ''] of lines.matchAll(
    /^(agent|person) +(\S+) (.+)\n +(.+)$/gm,
  )) {
    const given = args.replace('int_…', id);
    const answer =
      who === 'agent'
        ? (await host.call(what, JSON.parse(given) as object)).structuredContent
        : (await callBearer(working, what, given, { credential: token, headers: { 'If-Match': '"1"' } }))
            .body;
    if (what === 'create_draft') id = answer.id as string;
    expect(answer, `${what} ${args}`).toMatchObject(JSON.parse(result.replace('int_…', id)) as object);
  }
  expect(id).toMatch(/^int_[0-9a-f]{32}$/);
}, 120_000);
