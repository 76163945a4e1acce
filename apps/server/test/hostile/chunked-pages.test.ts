import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { EXAMPLE_PURCHASE, ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedRequest } from '../support/sign.ts';
import { api, demo, growthDuring, useApiProcess } from '../support/use-api-process.ts';

const PAGES = 40;
const EVERY_MS = 100;
const MAX_GROWTH_BYTES = 100_000 * 1024;
/** 64 KB in chunks of one byte. */
const CHUNKS = Buffer.from('1\r\na\r\n'.repeat(10_900));
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n';

const open = new Set<Socket>();
/** A shop whose pages never end. */
const shop = createServer((socket) => {
  open.add(socket);
  socket.on('error', () => undefined).on('close', () => open.delete(socket));
  socket.once('data', () => {
    const go = (): void => {
      while (!socket.destroyed && socket.write(CHUNKS));
    };
    socket.on('drain', go).write(HEAD);
    go();
  });
});
let origin: string;

beforeAll(async () => {
  await once(shop.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  shop.close();
});
useApiProcess(() => ({ settings: { PLATFORM_A_PRODUCT_URLS: `${origin}/items/` } }));

const { path, method } = ROUTES.createIntent;
async function create(page: number): Promise<number> {
  const body = { ...EXAMPLE_PURCHASE, productUrl: `${origin}/items/${page}` };
  const request = signedRequest({ method, path, timestamp: String(Date.now()) }, { body, signer: demo });
  const answer = await fetch(`http://127.0.0.1:${api.port}${path}`, { ...request });
  await answer.text();
  return answer.status;
}

it.skipIf(process.platform !== 'linux')('pages in chunks of one byte take little memory', async () => {
  expect(await create(PAGES)).toBe(201);
  const growth = await growthDuring(async () => {
    const statuses: Promise<number>[] = [];
    for (let page = 0; page < PAGES; page += 1) {
      statuses.push(create(page));
      await delay(EVERY_MS);
    }
    await Promise.all(statuses);
  });
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
});
