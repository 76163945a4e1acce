import express from 'express';
import { expect, it } from 'vitest';
import { trustProxies } from './trusted-proxies.ts';

type Trust = (address: string, hop: number) => boolean;

it('trusts the given addresses and ranges alone, on repeated calls too', () => {
  const app = express();
  trustProxies(app, ['10.9.0.0/16', 'loopback']);
  const trust = app.get('trust proxy fn') as Trust;
  for (let time = 0; time < 2; time += 1) {
    expect(['127.0.0.1', '10.9.4.4', '::1'].map((address) => trust(address, 0))).toEqual([true, true, true]);
    expect(['10.8.0.1', '198.51.100.1', 'garbage'].map((address) => trust(address, 0))).toEqual([
      false,
      false,
      false,
    ]);
  }
});

it('reads an IPv4 range mapped into IPv6 as that IPv4 range', () => {
  const isProxy = trustProxies(express(), ['::ffff:192.0.2.0/120', '::ffff:10.9.1.1']);
  const addresses = ['192.0.2.200', '::ffff:192.0.2.1', '10.9.1.1', '192.0.3.1', '10.9.1.2'];
  expect(addresses.map(isProxy)).toEqual([true, true, true, false, false]);
});

it('gives correct results after a flood of addresses', () => {
  const app = express();
  trustProxies(app, ['10.0.0.0/16']);
  const trust = app.get('trust proxy fn') as Trust;
  for (let index = 0; index < 3000; index += 1) trust(`10.${index % 200}.${index >> 8}.${index & 255}`, 0);
  expect([trust('10.0.1.1', 0), trust('10.1.1.1', 0)]).toEqual([true, false]);
});
