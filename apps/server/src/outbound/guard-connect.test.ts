import { Agent, buildConnector } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { guardConnect } from './guard-connect.ts';
import type { ConnectGuard } from './guard-connect.ts';
import type { LookupAll } from './resolve-name.ts';
import { startTestShop } from '../../test/support/test-shop.ts';
import type { TestShop } from '../../test/support/test-shop.ts';

let canary: TestShop;
const agents: Agent[] = [];

beforeAll(async () => {
  canary = await startTestShop((_request, response) => void response.end('secret'));
});
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.destroy()));
});
afterAll(() => canary.close());

const answering =
  (...addresses: string[]): LookupAll =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

async function get(host: string, guard: Partial<ConnectGuard> = {}): Promise<string> {
  const agent = new Agent({ connect: guardConnect({ loopbackOrigins: new Set(), ...guard }) });
  agents.push(agent);
  const url = new URL(`http://${host}:${canary.port}/`);
  const { body } = await agent.request({ origin: url.origin, path: '/', method: 'GET' });
  return body.text();
}

describe('without a loopback origin', () => {
  test.each([
    ...'127.0.0.1 127.1 2130706433 0x7f.1 0x7f000001 0177.0.0.1 017700000001 0 0.0.0.0'.split(' '),
    ...'[::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] 127.0.0.1.'.split(' '),
    ...'①②⑦.⓪.⓪.① 127。0。0。1 localhost 169.254.169.254 93.184.216.34'.split(' '),
  ])('no connection is made to %s', async (host) => {
    await expect(get(host)).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' });
    expect(canary.connections()).toBe(0);
  });

  test.each([
    [['127.0.0.1']],
    [['93.184.216.34', '127.0.0.1']],
    [['127.0.0.1', '93.184.216.34']],
    [['2606:4700::1111', '::1']],
    [['::ffff:127.0.0.1']],
    [['93.184.216.34', '10.0.0.1']],
    [[]],
  ])('no connection is made when a name resolves to %j', async (addresses) => {
    await expect(get('shop.test', { lookup: answering(...addresses) })).rejects.toMatchObject({
      code: 'BLOCKED_ADDRESS',
    });
    expect(canary.connections()).toBe(0);
  });

  test('a failed look-up keeps its own error', async () => {
    const lookup: LookupAll = (_hostname, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
    await expect(get('shop.test', { lookup })).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe('with a loopback origin', () => {
  test('that origin reaches this machine, by address and by name', async () => {
    const loopbackOrigins = new Set([canary.origin, `http://localhost:${canary.port}`]);
    await expect(get('127.0.0.1', { loopbackOrigins })).resolves.toBe('secret');
    await expect(get('localhost', { loopbackOrigins })).resolves.toBe('secret');
  });

  test('other ports and names stay blocked', async () => {
    const before = canary.connections();
    const loopbackOrigins = new Set([
      'http://127.0.0.1:1',
      'http://localhost:1',
      `https://localhost:${canary.port}`,
    ]);
    await expect(get('127.0.0.1', { loopbackOrigins })).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' });
    await expect(get('localhost', { loopbackOrigins })).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' });
    expect(canary.connections()).toBe(before);
  });

  test('it reaches this machine only', async () => {
    const loopbackOrigins = new Set([`http://localhost:${canary.port}`]);
    const lookup = answering('127.0.0.1', '93.184.216.34');
    await expect(get('localhost', { loopbackOrigins, lookup })).rejects.toMatchObject({
      code: 'BLOCKED_ADDRESS',
    });
  });
});

test('a socket to another address than the look-up returned carries no request', async () => {
  const openSocket: typeof buildConnector = (options) =>
    buildConnector({
      ...options,
      lookup: (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
  const before = canary.requests.length;
  await expect(get('shop.test', { openSocket })).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' });
  expect(canary.requests.length).toBe(before);
});
