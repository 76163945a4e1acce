import { onTestFinished } from 'vitest';
import { createGateway } from '../../src/index.ts';
import type { GatewayOptions, LogEntry } from '../../src/index.ts';
import { MemoryShop } from './memory-shop.ts';

export const TOKEN = 'a-token-of-the-service';

export const ORDER = {
  merchantOrderNo: 'no-1',
  productUrl: 'https://shop.example/tea',
  quantity: 2,
  unitPrice: 19.9,
  maxTotal: 50,
  recipient: { name: '张三', address: '北京市海淀区 1 号', phone: '13800138000' },
};

export interface Answer {
  status: number;
  body: Record<string, any>;
  headers: Headers;
}

/** A gateway in front of a shop in memory. */
export function openGateway(options: Partial<GatewayOptions> = {}, shop = new MemoryShop()) {
  const entries: LogEntry[] = [];
  const gateway = createGateway(shop, {
    tokens: [TOKEN],
    callTimeoutMs: 2_000,
    placeTimeoutMs: 10_000,
    clockSkewMs: 0,
    listDelayMs: 0,
    log: (entry) => entries.push(entry),
    ...options,
  });
  onTestFinished(() => gateway.close());
  const call = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await gateway.fetch(
      new Request(`http://gateway${path}`, {
        method,
        ...init,
        headers: { authorization: `Bearer ${TOKEN}`, ...(init.headers as Record<string, string>) },
      }),
    );
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : { text }, headers: response.headers };
  };
  const order = (fields: object = {}) =>
    call('POST', '/orders', { body: JSON.stringify({ ...ORDER, ...fields }) });
  const byNumber = (no = ORDER.merchantOrderNo) => call('GET', `/orders/by-merchant-no/${no}`);
  return { gateway, shop, entries, call, order, byNumber };
}

/** A promise to wait on, and what resolves it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
