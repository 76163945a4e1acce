import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { PROGRAM, serveProgram } from '../hosts.ts';
import { openService, proposal } from '../service.ts';

const INSPECTOR = join(import.meta.dirname, 'node_modules', '.bin', 'mcp-inspector');
const TOKEN = 'token-of-the-host-0123456789-abcdef';
const TOOLS = ['create_draft', 'get_intent', 'list_intents', 'wait_for_intent'];

// It keeps a list of servers there.
const home = mkdtempSync(join(tmpdir(), 'inspector-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** One call of the inspector's command line; what it prints is JSON. */
async function inspect(
  target: readonly string[],
  method: string,
  more: readonly string[] = [],
): Promise<any> {
  const args = ['--cli', ...target, '--method', method, ...more];
  const env = { PATH: process.env['PATH'] ?? '', HOME: home };
  const output = await new Promise<string>((resolve, reject) => {
    execFile(INSPECTOR, args, { env, timeout: 60_000 }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve(stdout);
      else reject(new Error(`${error?.message ?? 'no answer'}\n${stdout}${stderr}`));
    });
  });
  return JSON.parse(output);
}

const program = (env: Record<string, string>): string[] => [
  process.execPath,
  PROGRAM,
  ...Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
];
const call = (target: readonly string[], name: string, args: object) =>
  inspect(target, 'tools/call', [
    '--tool-name',
    name,
    // It reads values as JSON: a phone number would be a number.
    ...Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${JSON.stringify(value)}`]),
  ]);

it('lists the tools of the program, and takes a draft to a person and back', async () => {
  const { env } = await openService();
  const target = program(env);
  const { tools } = await inspect(target, 'tools/list');
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(TOOLS);
  for (const { inputSchema, annotations } of tools) {
    expect(inputSchema).toMatchObject({ type: 'object' });
    expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean) });
  }
  const made = await call(target, 'create_draft', proposal());
  expect(made.structuredContent).toMatchObject({ status: 'DRAFT' });
  expect(JSON.parse(made.content[0].text)).toEqual(made.structuredContent);
  const { id } = made.structuredContent;
  expect((await call(target, 'get_intent', { id })).structuredContent).toMatchObject({ status: 'DRAFT' });
  // The same words again are the same draft.
  expect((await call(target, 'create_draft', proposal())).structuredContent).toMatchObject({ id });
});

it('shows a refusal as a result that says what to do', async () => {
  const { env } = await openService();
  const refused = await call(program(env), 'get_intent', { id: `int_${'0'.repeat(32)}` });
  expect(refused.isError).toBe(true);
  expect(refused.content[0].text).toContain('INTENT_NOT_FOUND');
});

it('speaks to the program over HTTP with its token, and to none without', async () => {
  const { env } = await openService();
  const url = await serveProgram({ ...env, PROCUREMENT_MCP_TOKEN: TOKEN });
  const { tools } = await inspect([url, '--header', `Authorization: Bearer ${TOKEN}`], 'tools/list');
  expect(tools).toHaveLength(TOOLS.length);
  await expect(inspect([url], 'tools/list')).rejects.toThrow();
});
