import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, LookupFunction } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { Agent, buildConnector } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guardConnect } from '../../src/outbound/guard-connect.ts';
import { createWebhookSender } from '../../src/webhooks/send-attempt.ts';
import { newSigningKey } from '../../src/webhooks/signing-key.ts';
import { seededRandom } from '../faults/seeded-random.ts';
import { call, clock, createEndpoint, fieldsOf, useWebhooks, WEBHOOKS } from './use-webhooks.ts';

const random = seededRandom(150_1000);
const below = (max: number): number => Math.floor(random() * max);
const hex = (): string => below(0x1_0000).toString(16);

/** One address of each range that is not public, as often as it takes. */
const RANGES: readonly (() => string)[] = [
  () => `0.${below(256)}.${below(256)}.${below(256)}`,
  () => `10.${below(256)}.${below(256)}.${below(256)}`,
  () => `100.${64 + below(64)}.${below(256)}.${below(256)}`,
  () => `127.${below(256)}.${below(256)}.${1 + below(254)}`,
  () => `169.254.${below(256)}.${below(256)}`,
  () => `172.${16 + below(16)}.${below(256)}.${below(256)}`,
  () => `192.0.0.${below(256)}`,
  () => `192.0.2.${below(256)}`,
  () => `192.168.${below(256)}.${below(256)}`,
  () => `198.${18 + below(2)}.${below(256)}.${below(256)}`,
  () => `198.51.100.${below(256)}`,
  () => `203.0.113.${below(256)}`,
  () => `${224 + below(16)}.${below(256)}.${below(256)}.${below(256)}`,
  () => `${240 + below(15)}.${below(256)}.${below(256)}.${below(256)}`,
  () => '255.255.255.255',
  () => '169.254.169.254',
  () => '::',
  () => '::1',
  () => `::ffff:10.${below(256)}.${below(256)}.${below(256)}`,
  () => `::ffff:127.0.0.${1 + below(254)}`,
  () => `::127.0.0.${1 + below(254)}`,
  () => `64:ff9b::7f00:${hex()}`,
  () => `100::${hex()}`,
  () => `2001:db8::${hex()}`,
  () => `2002:7f00:1::${hex()}`,
  () => `2001:0:${hex()}:${hex()}::`,
  () => `fc00::${hex()}`,
  () => `fd${(0x10 + below(0xf0)).toString(16)}::${hex()}`,
  () => `fe80::${hex()}`,
  () => `ff02::${hex()}`,
];
const HOSTILE = Array.from({ length: 150 }, (_, index) => RANGES[index % RANGES.length]!());
const PUBLIC = ['93.184.216.34', '2606:4700::1111'];
const addressOf = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });

useWebhooks();

let port: number;
let connections = 0;
const canary = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
beforeAll(async () => {
  canary.listen(0, '127.0.0.1');
  await once(canary, 'listening');
  ({ port } = canary.address() as AddressInfo);
});
afterAll(() => canary.close());

it('nothing is sent to a name that leads to one of 150 addresses that are not public', async () => {
  for (const hostile of HOSTILE) {
    const answers = random() < 0.5 ? [hostile] : [PUBLIC[below(2)]!, hostile];
    const sender = createWebhookSender({
      loopbackOrigins: new Set(),
      lookup: (_, __, callback) => callback(null, answers.map(addressOf)),
    });
    const request = { url: `https://hooks.example:${port}/`, id: 'evt_1', body: Buffer.from('{}') };
    const result = await sender.send({ ...request, keys: [newSigningKey('v1')] }, { now: new Date() });
    await sender.close();
    expect([hostile, result.error]).toEqual([hostile, 'BLOCKED_ADDRESS']);
  }
  expect(connections).toBe(0);
});

it('no address of them is taken as a number by a create or a change', async () => {
  const { id } = await createEndpoint();
  for (const hostile of HOSTILE) {
    clock.advance(1000);
    const url = `https://${hostile.includes(':') ? `[${hostile}]` : hostile}:${port}/`;
    expect(fieldsOf(await call('POST', WEBHOOKS, { url }))).toEqual(['url']);
    expect(fieldsOf(await call('PUT', `${WEBHOOKS}/${id}`, { url }))).toEqual(['url']);
  }
});

it('1,000 names that lead elsewhere at each look-up reach nothing here', async () => {
  let looked = 0;
  // Public addresses are not called from here: a socket to one of them ends at once.
  const openSocket: typeof buildConnector = (options) => {
    const connector = buildConnector(options);
    return (target, callback) => {
      const { lookup } = options as { lookup: LookupFunction };
      lookup(target.hostname, { all: true }, (error, found) => {
        const [first] = Array.isArray(found) ? found : [];
        if (error || first === undefined) return callback(error ?? new Error('no address'), null);
        if (PUBLIC.includes(first.address)) return callback(new Error('a public address'), null);
        // Whatever else it is, the canary stands for it.
        connector({ ...target, hostname: '127.0.0.1' }, callback);
      });
    };
  };
  const connect = guardConnect({
    loopbackOrigins: new Set(),
    openSocket,
    lookup: (_, __, callback) => {
      looked += 1;
      const hostile = HOSTILE[below(HOSTILE.length)]!;
      const answers = looked % 2 === 1 ? [PUBLIC[below(2)]!] : [hostile, PUBLIC[below(2)]!];
      callback(null, answers.map(addressOf));
    },
  });
  const agent = new Agent({ connect });
  for (let count = 0; count < 1000; count += 1) {
    const sent = agent.request({
      origin: `http://rebind${count}.example:${port}`,
      path: '/',
      method: 'POST',
    });
    await expect(sent).rejects.toThrow(/public/);
  }
  await agent.destroy();
  expect(looked).toBeGreaterThanOrEqual(1000);
  expect(connections).toBe(0);
});
