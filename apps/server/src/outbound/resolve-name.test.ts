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

test('a server that says nothing of the other family is not asked again once there are addresses', async () => {
  const mute = await startNameServer(() => ['93.184.216.34'], { isMute: true });
  const lookup = createNameLookup({ servers: [mute.address] });
  const addresses = new Promise((resolve) =>
    lookup('shop.test', { all: true }, (_, found) => resolve(found)),
  );
  await expect(addresses).resolves.toEqual([{ address: '93.184.216.34', family: 4 }]);
  expect(mute.asked).toHaveLength(2);
  await mute.stop();
});

test('a name of silent servers is given up at one time, however many they are', async () => {
  answers = () => 'silence';
  const others = await Promise.all([1, 2, 3].map(() => startNameServer(() => 'silence')));
  const lookup = createNameLookup({ servers: [server, ...others].map(({ address }) => address) });
  const failed = new Promise((resolve) => lookup('shop.test', { all: true }, (error) => resolve(error)));
  await expect(failed).resolves.toMatchObject({ code: 'EAI_AGAIN' });
  const questions = [server, ...others].map(({ asked }) => asked.length);
  await Promise.all(others.map((other) => other.stop()));
  // Four servers asked twice for both families would be sixteen.
  expect(questions.reduce((sum, count) => sum + count, 0)).toBeLessThan(16);
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
