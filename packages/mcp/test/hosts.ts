import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';

export const PROGRAM = join(import.meta.dirname, '..', 'dist', 'main.js');

/** What a person answers to a question. */
export type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, boolean> };

export interface HostOptions {
  /** How the person answers; without it the host cannot ask. */
  answer?: (question: string) => Answer | Promise<Answer>;
  /** The capability that the host declares. Default: forms. */
  elicitation?: Record<string, object>;
}

export interface ToolResult {
  isError?: boolean;
  content: { type: string; text?: string }[];
  structuredContent?: any;
}

interface ShownTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  annotations?: object | undefined;
  inputSchema: object;
}

/** A host with a client of one line of the protocol. */
export interface Host {
  /** The questions that the person was asked. */
  questions: string[];
  tools(): Promise<ShownTool[]>;
  call(name: string, args?: object, options?: { signal?: AbortSignal }): Promise<ToolResult>;
  instructions(): string | undefined;
  close(): Promise<void>;
}

export type Line = keyof typeof LINES;
type Target =
  { env: Record<string, string> } | { url: string; token: string } | { factory: McpServerFactory };

/** The clients that the program has to serve: the first line, and the second in both of its eras. */
export const LINES = {
  'client of 1.x': openFirst,
  'client of 2.x, 2025': (target: Target, options: HostOptions) => openSecond(target, options, 'legacy'),
  'client of 2.x, 2026': (target: Target, options: HostOptions) =>
    openSecond(target, options, { pin: '2026-07-28' }),
} as const;
export const LINE_NAMES = Object.keys(LINES) as Line[];

/**
 * Connects a host to the built program, which it starts when it is given an environment, or to servers in this process. All
 * end with the test.
 */
export async function openHost(line: Line, target: Target, options: HostOptions = {}): Promise<Host> {
  const host = await LINES[line](target, options);
  onTestFinished(() => host.close());
  return host;
}

const INFO = { name: 'test-host', version: '1.0.0' };
const startOf = (env: Record<string, string>) => ({
  command: process.execPath,
  args: [PROGRAM],
  env: { PATH: process.env['PATH'] ?? '', ...env },
  stderr: 'ignore' as const,
});
const headersOf = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });
const capabilitiesOf = ({ answer, elicitation = { form: {} } }: HostOptions) => ({
  capabilities: answer ? { elicitation: elicitation as Record<string, never> } : {},
});

async function openFirst(target: Target, options: HostOptions): Promise<Host> {
  const questions: string[] = [];
  const client = new FirstClient(INFO, capabilitiesOf(options));
  const { answer } = options;
  if (answer)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      questions.push(params.message);
      return answer(params.message);
    });
  const connect = (transport: unknown) => client.connect(transport as Parameters<typeof client.connect>[0]);
  if ('env' in target) await connect(new FirstStdio(startOf(target.env)));
  else if ('url' in target) await connect(new FirstHttp(new URL(target.url), headersOf(target.token)));
  else await connect(await openPair(target.factory));
  return {
    questions,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, call) =>
      (await client.callTool({ name, arguments: { ...args } }, undefined, call)) as ToolResult,
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

async function openSecond(
  target: Target,
  options: HostOptions,
  mode: 'legacy' | { pin: string },
): Promise<Host> {
  const questions: string[] = [];
  const client = new Client(INFO, { ...capabilitiesOf(options), versionNegotiation: { mode } });
  const { answer } = options;
  if (answer)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      questions.push(params.message);
      return answer(params.message);
    });
  if ('env' in target) await client.connect(new StdioClientTransport(startOf(target.env)));
  else if ('url' in target)
    await client.connect(new StreamableHTTPClientTransport(new URL(target.url), headersOf(target.token)));
  else if (mode === 'legacy') await client.connect(await openPair(target.factory));
  else {
    const { fetch: serve } = createMcpHandler(target.factory);
    const send = (url: string | URL, init?: RequestInit) => serve(new Request(url, init));
    await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch: send }));
  }
  return {
    questions,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, call) =>
      (await client.callTool({ name, arguments: { ...args } }, call)) as ToolResult,
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

/** The client's end of a connection in memory, as stdio has it. */
async function openPair(factory: McpServerFactory): Promise<InMemoryTransport> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = await factory({ era: 'legacy' });
  await server.connect(theirs);
  return ours;
}

/** Starts the built program without a client. It ends with the test, or as `atEnd` says. */
export function startProgram(
  args: readonly string[],
  env: Record<string, string>,
  atEnd: (stop: () => void) => void = onTestFinished,
) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: 'pipe',
  });
  atEnd(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {});
  return child;
}

/** Runs the built program to its end. */
export async function runProgram(args: readonly string[], env: Record<string, string> = {}) {
  const child = startProgram(args, env);
  const closed = once(child, 'close');
  child.stdin.end();
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = (await closed) as [number | null];
  return { exitCode, stdout, stderr };
}

/** Starts the built program with `--http` on a free port and resolves to its address. */
export async function serveProgram(
  env: Record<string, string>,
  args: readonly string[] = [],
  atEnd?: (stop: () => void) => void,
): Promise<string> {
  const child = startProgram(['--http', '--port', '0', ...args], env, atEnd);
  let output = '';
  for await (const chunk of child.stderr) {
    output += String(chunk);
    const [, url] = /listening at (\S+)/.exec(output) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`The program ended: ${output}`);
}
