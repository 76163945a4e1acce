import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type NameAnswer, type NameServer, startNameServer } from '../../test/support/name-server.ts';
import type { guardConnect } from './guard-connect.ts';
import { createNameLookup } from './resolve-name.ts';

let server: NameServer;
let answers: (name: string) => NameAnswer;

beforeEach(async () => {
  server = await startNameServer((name) => answers(name));
});
afterEach(() => server.stop());

function look(name: string): Promise<LookupAddress[]> {
  const lookup = createNameLookup({ servers: [server.address] });
  return new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}

test('a name has all of its addresses', async () => {
  answers = () => ['93.184.216.34', '93.184.216.35'];
  await expect(look('shop.test')).resolves.toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '93.184.216.35', family: 4 },
  ]);
});

test('names whose servers say nothing keep no other name waiting', async () => {
  answers = (name) => (name.startsWith('hangs') ? 'silence' : ['93.184.216.34']);
  let ended = 0;
  const count = (): void => void (ended += 1);
  const hanging = Array.from({ length: 50 }, (_, index) => look(`hangs${index}.test`).then(count, count));
  await vi.waitFor(() => expect(server.asked.length).toBeGreaterThanOrEqual(100));
  await expect(look('shop.test')).resolves.toHaveLength(1);
  expect(ended).toBe(0);
  await Promise.all(hanging);
});

test.each([
  ['unknown', 'ENOTFOUND'],
  ['refused', 'EAI_AGAIN'],
  ['silence', 'EAI_AGAIN'],
  [[], 'ENOTFOUND'],
] as const)('a name server that answers %j is %s', async (said, code) => {
  answers = () => said;
  await expect(look('shop.test')).rejects.toMatchObject({ code, hostname: 'shop.test' });
});

test('a connection to a stranger asks no look-up of the system, which holds a thread until it ends', async () => {
  const system = vi.spyOn(dns, 'lookup');
  syncBuiltinESMExports();
  try {
    vi.resetModules();
    const { guardConnect: guarded } = (await import('./guard-connect.ts')) as {
      guardConnect: typeof guardConnect;
    };
    const connect = guarded({ loopbackOrigins: new Set() });
    const options = { hostname: 'shop.invalid', host: 'shop.invalid', protocol: 'https:', port: '443' };
    const error = await new Promise((resolve) => connect(options, (...[failure]) => resolve(failure)));
    expect(error).toMatchObject({ code: expect.any(String) });
    expect(system).not.toHaveBeenCalled();
  } finally {
    system.mockRestore();
    syncBuiltinESMExports();
  }
});
