#!/usr/bin/env node
import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ProcurementIntents } from '@procurement-intents/sdk';
import { createServerFactory } from './create-server.ts';
import { DEFAULT_PORT, type HttpOptions, readOptions } from './options.ts';
import { serveHttp } from './serve-http.ts';
import { type Env, readSettings, type Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

const HELP = `procurement-intents-mcp: an agent drafts purchases, a person submits them.

  procurement-intents-mcp            speaks the Model Context Protocol over stdin and stdout
  procurement-intents-mcp --http     serves it at http://127.0.0.1:${DEFAULT_PORT}/mcp

  --port <n>                 with --http: another port
  --host <address>           with --http: another address; needs --allowed-hosts
  --allowed-hosts <names>    with --http: the host names that callers use, separated by commas
  --help, --version

Variables: PROCUREMENT_BASE_URL, PROCUREMENT_APP_ID, PROCUREMENT_APP_SECRET;
PROCUREMENT_MCP_ALLOW (submit, cancel), PROCUREMENT_MCP_MAX_TOTAL (yuan), PROCUREMENT_MCP_CONFIRM (always, never),
PROCUREMENT_MCP_TOKEN (with --http, at least 32 characters).
`;

// stdout carries the protocol alone, whatever a dependency prints.
globalThis.console = new Console(process.stderr);
// A host that stops reading the log still wants answers.
process.stderr.on('error', () => {});
const note = (line: string): void => void process.stderr.write(`${line}\n`);
const noteError = (error: Error): void => note(`error: ${error.message}`);

async function run(args: readonly string[], env: Env): Promise<void> {
  const options = readOptions(args);
  const version = readVersion();
  if (options.kind === 'help') return void process.stdout.write(HELP);
  if (options.kind === 'version') return void process.stdout.write(`${version}\n`);
  const settings = readSettings(env);
  const language = languageOf(env);
  const { intents } = new ProcurementIntents({ language });
  const factory = createServerFactory({ intents, policy: settings.policy, version, language });
  if (options.kind === 'http') await startHttp(factory, options, settings);
  else serveStdio(factory, { onerror: noteError });
  if (settings.policy.allowed.has('submit_intent') && !settings.policy.isConfirmed)
    note('PROCUREMENT_MCP_CONFIRM=never: submit_intent buys without asking a person');
}

async function startHttp(
  factory: ReturnType<typeof createServerFactory>,
  options: HttpOptions,
  { token }: Settings,
): Promise<void> {
  if (token === null)
    throw new UsageError(
      'PROCUREMENT_MCP_TOKEN is required with --http: at least 32 characters that callers send as a bearer token',
    );
  const serving = await serveHttp(factory, options, token, noteError);
  note(`listening at ${serving.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void serving.close());
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The language of the person at this machine: Chinese, else English. */
function languageOf(env: Env): 'zh' | 'en' {
  return (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '').startsWith('zh') ? 'zh' : 'en';
}

try {
  await run(process.argv.slice(2), process.env);
} catch (error) {
  // The client throws TypeError for an address, id or secret that is missing or cannot be one.
  const isUsage = error instanceof UsageError || error instanceof TypeError;
  note(`error: ${(error as Error).message}`);
  process.exitCode = isUsage ? 2 : 1;
}
