import type { ServerResponse } from 'node:http';
import type { UnclearReason } from '@procurement-intents/domain';
import { onTestFinished } from 'vitest';
import type { PlatformConfig } from '../../src/config/platform-config.ts';
import { createFetchSlots } from '../../src/outbound/fetch-slots.ts';
import { createHttpPlatform } from '../../src/platforms/gateway/http-platform.ts';
import type { OrderRequest, Platform } from '../../src/platforms/platform.ts';
import { PageReaders } from '../../src/platforms/product-page/page-readers.ts';
import { startTestShop, type TestShop } from './test-shop.ts';

/** Answers a request to the gateway of a test. */
export type Answer = (response: ServerResponse) => void;

export const CALL = { timeoutMs: 2000 };
export const SINCE = new Date('2026-11-21T00:00:00.123Z');
export const REQUEST: OrderRequest = {
  merchantOrderNo: 'pi_1',
  productUrl: 'https://item.shop-a.example/1',
  quantity: 3,
  unitPriceFen: 1999,
  maxTotalFen: 5997,
  placeBeforeSeconds: 2,
  recipient: { name: '张三', address: '北京市', phone: '13800138000' },
  remarks: '请尽快',
};
export const CONFIRMED = { orderId: 'A-1', status: 'CONFIRMED', amountPaid: 59.97 };

/** All calls of a platform to its gateway. */
export const CALLS = [
  ['placeOrder', (platform: Platform) => platform.placeOrder(REQUEST, CALL)],
  ['findOrder', (platform: Platform) => platform.findOrder(REQUEST.merchantOrderNo, CALL)],
  ['getOrder', (platform: Platform) => platform.getOrder('A-1', CALL)],
  ['cancelOrder', (platform: Platform) => platform.cancelOrder('A-1', CALL)],
  ['listChangedOrders', (platform: Platform) => platform.listChangedOrders({ changedSince: SINCE }, CALL)],
  ['describe', (platform: Platform) => platform.describe(CALL)],
] as const;

export interface ScriptedPlatform {
  gateway: TestShop;
  platform: Platform;
  /** The answer of the gateway to all further requests. */
  answer: Answer;
}

/** A platform whose gateway answers as the test sets it. Closed after the test. */
export async function startScriptedPlatform({
  prices = 'page',
  concurrency = 16,
}: Partial<Pick<PlatformConfig, 'prices' | 'concurrency'>> = {}): Promise<ScriptedPlatform> {
  const gateway = await startTestShop((_request, response) => scripted.answer(response));
  const settings = {
    id: 'PLATFORM_A',
    gatewayUrl: `${gateway.origin}/a/`,
    token: 'gateway-token',
    productUrlPrefixes: ['https://item.shop-a.example/'],
    prices,
    concurrency,
  } as const;
  const platform = createHttpPlatform(settings, { slots: createFetchSlots(1), readers: new PageReaders() });
  const scripted: ScriptedPlatform = { gateway, platform, answer: json(200, CONFIRMED) };
  onTestFinished(async () => {
    await platform.close();
    await gateway.close();
  });
  return scripted;
}

/** An answer of the gateway itself. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', 'gateway-protocol': '1', ...headers })
      .end(JSON.stringify(body));

/** An answer of a proxy in front of the gateway. */
export const raw =
  (status: number, body: string, type?: string): Answer =>
  (response) =>
    void response.writeHead(status, type ? { 'content-type': type } : {}).end(body);

export const unclear = (reason: UnclearReason) => ({
  ok: false,
  kind: 'unclear',
  reason,
  ...(reason.startsWith('HTTP_') && { status: Number(reason.slice('HTTP_'.length)) }),
  ...(reason === 'RATE_LIMITED' && { status: 429 }),
});
