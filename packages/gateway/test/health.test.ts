import { expect, it, vi } from 'vitest';
import { gate, openGateway } from './support/open-gateway.ts';

it('asks the shop once for everyone who asks for its health, and once a second', async () => {
  const { call, shop } = openGateway();
  const answered = gate();
  shop.before.ping = () => answered.opened;
  const many = Array.from({ length: 50 }, () => call('GET', '/health', { headers: { authorization: '' } }));
  await vi.waitFor(() => expect(shop.countOf('ping')).toBe(1));
  answered.open();
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 200));
  shop.before.ping = () => Promise.reject(new Error('down'));
  expect((await call('GET', '/health')).status).toBe(200);
  expect(shop.countOf('ping')).toBe(1);
  await vi.waitFor(async () => expect((await call('GET', '/health')).status).toBe(503), 4_000);
  expect(shop.countOf('ping')).toBe(2);
});
