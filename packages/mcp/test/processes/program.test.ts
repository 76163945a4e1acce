import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openHost, runProgram, startProgram } from '../hosts.ts';
import { BUYER, openService, proposal } from '../service.ts';

const APP = {
  PROCUREMENT_BASE_URL: 'http://127.0.0.1:9',
  PROCUREMENT_APP_ID: 'app_agent',
  PROCUREMENT_APP_SECRET: 'secret-of-the-agent',
};
const TOKEN = 'token-of-the-host-0123456789-abcdef';

it.each([
  ['PROCUREMENT_MCP_ALOW', [], { PROCUREMENT_MCP_ALOW: 'submit' }],
  ['PROCUREMENT_MCP_CONFIRM', [], { PROCUREMENT_MCP_CONFIRM: 'maybe' }],
  ['PROCUREMENT_MCP_MAX_TOTAL', [], { PROCUREMENT_MCP_ALLOW: 'submit' }],
  ['PROCUREMENT_MCP_TOKEN', ['--http'], {}],
  ['appSecret', [], { PROCUREMENT_APP_SECRET: '' }],
  ['--allowed-hosts', ['--http', '--host', '0.0.0.0'], { PROCUREMENT_MCP_TOKEN: TOKEN }],
  ['--allowed-hosts', ['--http', '--allowed-hosts', 'https://mcp.example'], { PROCUREMENT_MCP_TOKEN: TOKEN }],
  ['--port', ['--port', '80'], {}],
  ['--htp', ['--htp'], {}],
] as const)('does not start without or with a wrong %s, and says so on a line', async (name, args, env) => {
  const { exitCode, stdout, stderr } = await runProgram(args, { ...APP, ...env });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/^error: .+\n$/);
  expect(stderr).toContain(name);
});

it('answers --help and --version without settings', async () => {
  expect((await runProgram(['--help'])).stdout).toContain('PROCUREMENT_MCP_ALLOW');
  expect(await runProgram(['--version'])).toEqual({ exitCode: 0, stdout: '0.0.0\n', stderr: '' });
});

it('writes the protocol alone to stdout, whatever is printed in its process, and ends with stdin', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const chatter = join(folder, 'chatter.mjs');
  // Prints beside every message.
  writeFileSync(
    chatter,
    `const write = process.stdout.write;
let isOurs = false;
process.stdout.write = function (...args) {
  if (!isOurs) {
    isOurs = true;
    console.log('chatter');
    isOurs = false;
  }
  return write.apply(this, args);
};
`,
  );
  const child = startProgram([], { ...APP, NODE_OPTIONS: `--import=file://${chatter}` });
  const closed = once(child, 'close');
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await once(child.stdout, 'data');
  child.stdin.end();
  expect(await closed).toEqual([0, null]);
  const [stdout, stderr] = await output;
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(messages).toMatchObject([
    { jsonrpc: '2.0', id: 1, result: { serverInfo: { name: 'procurement-intents' } } },
  ]);
  expect(stderr).toContain('chatter');
  expect(stderr).not.toContain(APP.PROCUREMENT_APP_SECRET);
});

it('says at the start that it asks nobody, and only then', async () => {
  const env = { ...APP, PROCUREMENT_MCP_ALLOW: 'submit', PROCUREMENT_MCP_MAX_TOTAL: '500' };
  expect(await runProgram([], env)).toMatchObject({ exitCode: 0, stderr: '' });
  const { stderr } = await runProgram([], { ...env, PROCUREMENT_MCP_CONFIRM: 'never' });
  expect(stderr).toBe('PROCUREMENT_MCP_CONFIRM=never: submit_intent buys without asking a person\n');
});

it('asks the person in their language, over stdio, and buys', async () => {
  const { env } = await openService(BUYER, { graceMs: 60_000 });
  const settings = { PROCUREMENT_MCP_ALLOW: 'submit', PROCUREMENT_MCP_MAX_TOTAL: '500', LANG: 'zh_CN.UTF-8' };
  const answer = () => ({ action: 'accept', content: { submit: true } }) as const;
  const host = await openHost('client of 1.x', { env: { ...env, ...settings } }, { answer });
  const { structuredContent } = await host.call('create_draft', proposal());
  const { id } = structuredContent;
  expect((await host.call('submit_intent', { id })).structuredContent).toMatchObject({
    id,
    status: 'SUBMITTED',
  });
  expect(host.questions).toEqual([expect.stringContaining('总价不超过 398.00 元')]);
});
