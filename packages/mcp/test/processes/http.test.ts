import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { type Answer, LINE_NAMES, openHost, serveProgram } from '../hosts.ts';
import { BUYER, openService, proposal } from '../service.ts';

const TOKEN = 'token-of-the-host-0123456789-abcdef';
const ALLOWED = { PROCUREMENT_MCP_ALLOW: 'submit', PROCUREMENT_MCP_MAX_TOTAL: '500' };
const YES: Answer = { action: 'accept', content: { submit: true } };

it.each(LINE_NAMES)('serves a %s over HTTP', async (line) => {
  const { env } = await openService(BUYER, { graceMs: 60_000 });
  const url = await serveProgram({ ...env, ...ALLOWED, PROCUREMENT_MCP_TOKEN: TOKEN });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const host = await openHost(line, { url, token: TOKEN }, { answer: () => YES });
  expect(await host.tools()).toHaveLength(5);
  const { id } = (await host.call('create_draft', proposal())).structuredContent;
  expect((await host.call('get_intent', { id })).structuredContent).toMatchObject({ status: 'DRAFT' });
  const { structuredContent } = await host.call('submit_intent', { id });
  // Requests of 2025 stand alone: there is nowhere to ask.
  const isAsked = line === 'client of 2.x, 2026';
  expect(structuredContent).toMatchObject(
    isAsked ? { status: 'SUBMITTED' } : { error: { name: 'HOST_CANNOT_ASK' } },
  );
  expect(host.questions).toHaveLength(isAsked ? 1 : 0);
  expect((await host.call('get_intent', { id })).structuredContent).toMatchObject({
    status: isAsked ? 'SUBMITTED' : 'DRAFT',
  });
});

describe('a request over HTTP', () => {
  let url: string;
  let port: number;
  const stops: (() => void)[] = [];
  beforeAll(async () => {
    const env = {
      PROCUREMENT_BASE_URL: 'http://127.0.0.1:9',
      PROCUREMENT_APP_ID: 'app_agent',
      PROCUREMENT_APP_SECRET: 'secret-of-the-agent',
      PROCUREMENT_MCP_TOKEN: TOKEN,
    };
    url = await serveProgram(env, ['--allowed-hosts', 'mcp.example,[::1],127.0.0.1'], (stop) =>
      stops.push(stop),
    );
    port = Number(new URL(url).port);
  });
  afterAll(() => stops.forEach((stop) => stop()));

  const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

  /** The status of a request with exactly these headers. */
  async function statusOf(headers: Record<string, string>, target = '/mcp', body = LIST): Promise<number> {
    const all = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    return Number((await text(socket)).split(' ')[1]);
  }

  const GOOD = { Host: 'mcp.example', Authorization: `Bearer ${TOKEN}` };

  it.each([
    ['with the token and an allowed host', GOOD, 200],
    ['with a port beside the host', { ...GOOD, Host: 'mcp.example:8443' }, 200],
    ['with the origin of an allowed host', { ...GOOD, Origin: 'https://mcp.example' }, 200],
    ['without a token', { Host: 'mcp.example' }, 401],
    ['with another token', { ...GOOD, Authorization: `Bearer ${TOKEN.replace('0', '1')}` }, 401],
    ['with the beginning of the token', { ...GOOD, Authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
    ['with the token in another scheme', { ...GOOD, Authorization: `Basic ${TOKEN}` }, 401],
    ['with another host', { ...GOOD, Host: 'rebound.example' }, 403],
    ['with a name of loopback that is not allowed', { ...GOOD, Host: 'localhost' }, 403],
    ['with the origin of another site', { ...GOOD, Origin: 'https://evil.example' }, 403],
    ['with an origin that hides itself', { ...GOOD, Origin: 'null' }, 403],
  ])('%s', async (_, headers, status) => {
    expect(await statusOf(headers as Record<string, string>)).toBe(status);
  });

  it('is refused elsewhere, with a large body, and with a target that is no path', async () => {
    expect(await statusOf(GOOD, '/')).toBe(404);
    expect(await statusOf(GOOD, '/mcp/../mcp/x')).toBe(404);
    expect(await statusOf({ ...GOOD, 'Content-Length': '70000' }, '/mcp', '')).toBe(413);
    expect(await statusOf(GOOD, '//')).toBe(404);
    expect(await statusOf(GOOD, 'http://mcp.example/mcp')).toBe(400);
    expect(await statusOf(GOOD)).toBe(200);
  });
});

it('listens on loopback alone unless it is told otherwise, and takes only names of loopback there', async () => {
  const { env } = await openService();
  const url = await serveProgram({ ...env, PROCUREMENT_MCP_TOKEN: TOKEN });
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const post = (address: string, more = {}) =>
    fetch(address, {
      method: 'POST',
      headers: { ...headers, Accept: 'application/json, text/event-stream', ...more },
      body,
    });
  expect((await post(url.replace('127.0.0.1', 'localhost'))).status).toBe(200);
  expect((await post(url, { Origin: 'http://localhost:3000' })).status).toBe(200);
  expect((await post(url, { Origin: 'https://evil.example' })).status).toBe(403);
});
