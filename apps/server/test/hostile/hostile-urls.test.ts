import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlatformId } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SANDBOX_TOKEN } from '../../src/config/platform-config.ts';
import { createFetchSlots } from '../../src/outbound/fetch-slots.ts';
import { createHttpPlatform } from '../../src/platforms/gateway/http-platform.ts';
import type { Platform } from '../../src/platforms/platform.ts';
import { PageReaders } from '../../src/platforms/product-page/page-readers.ts';
import { productHtml } from '../support/test-shop.ts';
import { intentBody } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';
import { type Canaries, startCanaries } from './canaries.ts';
import { hostileUrls } from './hostile-urls.ts';
import { isLongRun } from './run-length.ts';

// One App makes ten creates a second; these together are faster than the creates are.
const APPS = 150;
const AT_ONCE = 12;
const STATUSES = isLongRun ? [301, 302, 303, 307, 308] : [302];

let service: TestService;
let canaries: Canaries;
let shop: { origin: string; server: Server };
let platform: Platform;
let signers: Signer[];
let urls: string[];

beforeAll(async () => {
  service = await startTestService({ isWorking: true, retryBudgetMs: 500, lateMarginMs: 100 });
  canaries = await startCanaries();
  shop = await startShop();
  const settings = {
    id: 'PLATFORM_A',
    gatewayUrl: `${service.sandboxUrl}/a`,
    token: SANDBOX_TOKEN,
    prices: 'page',
    concurrency: 16,
  } as const;
  const productUrlPrefixes = [`${shop.origin}/items/`];
  const shares = { slots: createFetchSlots(8), readers: new PageReaders() };
  platform = createHttpPlatform({ ...settings, productUrlPrefixes }, shares);
  (service.context.platforms as Map<PlatformId, Platform>).set('PLATFORM_A', platform);
  signers = [];
  while (signers.length < APPS) signers.push(await service.addApp());
  urls = [...new Set(hostileUrls(shop.origin, canaries))];
});
afterAll(async () => {
  await service.stop();
  await platform.close();
  shop.server.closeAllConnections();
  shop.server.close();
  await canaries.stop();
});

const locations = new Map<string, { status: number; location: string; after: number }>();
const fetches = new Map<string, number>();

/** A shop whose pages redirect as told, some only after they were fetched a few times, and are products otherwise. */
async function startShop() {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const seen = (fetches.get(path) ?? 0) + 1;
    fetches.set(path, seen);
    const way = locations.get(path);
    if (way === undefined) return void response.writeHead(404).end();
    if (seen <= way.after)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(productHtml());
    // Written by hand: Node would not send most of these.
    const head = `HTTP/1.1 ${way.status} Away\r\nLocation: ${way.location.replaceAll(/[\r\n]/g, '')}\r\nContent-Length: 0\r\n\r\n`;
    return void response.socket?.write(Buffer.from(head), () => response.socket?.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let pages = 0;
function pageTo(location: string, status: number, after = 0): string {
  pages += 1;
  const path = `/items/away-${pages}`;
  locations.set(path, { location, status, after });
  return path;
}

let creates = 0;
function create(productUrl: string): Promise<Answer> {
  creates += 1;
  const signer = signers[creates % APPS] as Signer;
  return service.call('POST', '/api/v1/intents', {
    signer,
    body: intentBody(service, 'ordinary', { productUrl }),
  });
}

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of rest) await work(one);
    }),
  );
}

function expectRefused(answer: Answer, url: string): void {
  expect(answer.body, url).toMatchObject({ code: 40_001, data: { errors: [{ field: 'productUrl' }] } });
  expect(answer.body.data.errors, url).toHaveLength(1);
}

/** No canary was reached, and nothing was tried but the shop, the service itself, its sandbox and its database. */
function expectNobodyReached(): void {
  const known = [shop.origin, service.baseUrl, service.sandboxUrl, service.databaseUrl].map(
    (url) => new URL(url).port,
  );
  const attempts = canaries.attempts();
  expect(
    [...attempts].filter(
      (one) => !known.some((port) => /^(127\.0\.0\.1|::1) /.test(one) && one.endsWith(` ${port}`)),
    ),
  ).toEqual([]);
  expect(attempts.size).toBeGreaterThan(0);
  expect(canaries.visits()).toBe(0);
}

interface Answered {
  url: string;
  answer: Answer;
}
const isRefused = ({ answer }: Answered): boolean => answer.body.code !== 0;

const ordersAtShop = () => service.sandbox.store.list().length;

describe('a hostile product URL', () => {
  it('is refused by its text, in every spelling, and nobody is asked for it', async () => {
    expect(urls.length).toBeGreaterThanOrEqual(150);
    await inTurns(urls, async (url) => expectRefused(await create(url), url));
    expect(fetches.size).toBe(0);
    expectNobodyReached();
  });

  it(
    'is not followed from a page of the shop, nor ordered where the page leaves it open',
    async () => {
      const answers: Answered[] = [];
      const ways = STATUSES.flatMap((status) => urls.map((url) => ({ url, status })));
      await inTurns(ways, async ({ url, status }) => {
        const answer = await create(shop.origin + pageTo(url, status));
        answers.push({ url, answer });
      });
      for (const { url, answer } of answers.filter(isRefused)) expectRefused(answer, url);
      const open = answers
        .filter((one) => !isRefused(one))
        .map(({ answer }) => answer.body.data.id as string);
      expect(open.length).toBeLessThan(ways.length / 3);
      await expectNeverOrdered(open);
      expectNobodyReached();
    },
    isLongRun ? 200_000 : 40_000,
  );

  it('is not followed over a second page of the shop, by whatever redirect', async () => {
    const answers: Answered[] = [];
    await inTurns(urls.slice(0, 40), async (url) => {
      const answer = await create(shop.origin + pageTo(pageTo(url, 308), 307));
      answers.push({ url, answer });
      if (answer.body.code === 0) await service.call('POST', `/api/v1/intents/${answer.body.data.id}/cancel`);
    });
    for (const { url, answer } of answers.filter(isRefused)) expectRefused(answer, url);
    expectNobodyReached();
  });

  it('is not followed from a page that was a product when the intent was made', async () => {
    const made: string[] = [];
    for (const url of [
      `http://127.0.0.1:${canaries.port}/items/x`,
      'http://169.254.169.254/',
      `http://[::1]:${canaries.port}/`,
    ]) {
      const answer = await create(shop.origin + pageTo(url, 302, 1));
      expect(answer.body.code).toBe(0);
      made.push(answer.body.data.id);
    }
    await expectNeverOrdered(made);
    expectNobodyReached();
  });
});

/** Each comes to its end without an order. */
async function expectNeverOrdered(ids: readonly string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await service.database.intent.findMany({
        where: { id: { in: [...ids] } },
        select: { status: true },
      });
      expect(rows.filter(({ status }) => status !== 'FAILED')).toEqual([]);
      expect(rows).toHaveLength(ids.length);
    },
    { timeout: isLongRun ? 120_000 : 25_000, interval: 200 },
  );
  expect(ordersAtShop()).toBe(0);
}
