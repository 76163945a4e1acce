import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LIST_FIELDS } from '@procurement-intents/contract';
import { seedIntents } from '../support/seed-intents.ts';
import { signedHeaders } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

// A page of these has some 600 KB.
const ROWS = 100;
const LONG = {
  productUrl: `https://item.shop-a.example/${'x'.repeat(2000)}`,
  title: '😀'.repeat(190),
  address: '😀'.repeat(200),
  remarks: '😀'.repeat(500),
};
const CONNECTIONS = 20;
const AHEAD = 16;
const PATH = `/api/v1/intents?pageSize=${ROWS}&fields=${LIST_FIELDS.join(',')}`;

let service: TestService;
const opened: Socket[] = [];
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  await service.stop();
});

it.each<[string, (socket: Socket) => unknown]>([
  ['reads them', (socket) => socket.resume()],
  ['has gone', (socket) => socket.destroy()],
])(
  'an App that reads none of its answers gets no more until it %s, and others are served',
  async (_what, end) => {
    const [greedy, other] = [await service.addApp(), await service.addApp()];
    for (const { appId } of [greedy, other]) await seedIntents(service, ROWS, () => ({ appId, ...LONG }));
    const read = async (signer: typeof greedy) =>
      (await service.call('GET', '/api/v1/intents', { signer })).status;
    const sockets: Socket[] = [];
    const askAhead = (): void => {
      const socket = connect(service.port, '127.0.0.1').pause();
      sockets.push(socket);
      opened.push(socket);
      const headers = Object.entries(signedHeaders(greedy, { method: 'GET', path: PATH }));
      const lines = [`GET ${PATH} HTTP/1.1`, 'Host: x', ...headers.map((pair) => pair.join(': '))];
      // In one piece: node:http reads no further while answers wait, but handles all that one read returned.
      socket.write(`${lines.join('\r\n')}\r\n\r\n`.repeat(AHEAD));
    };
    await vi.waitFor(
      async () => {
        if (sockets.length < CONNECTIONS) askAhead();
        expect(await read(greedy)).toBe(429);
        // Not for asking too often in this second.
        await delay(1100);
        expect(await read(greedy)).toBe(429);
      },
      { timeout: 40_000, interval: 500 },
    );
    expect(await read(other)).toBe(200);
    for (const socket of sockets) end(socket);
    await vi.waitFor(async () => expect(await read(greedy)).toBe(200), { timeout: 20_000, interval: 300 });
  },
  60_000,
);
