import type { FetchSlots } from './fetch-slots.ts';
import { createGateway } from './gateway.ts';
import type { GatewayAnswer } from './gateway.ts';
import { readFee, readOrder, readRefusal, writeOrder } from './gateway-messages.ts';
import type { LookupAll } from './guard-connect.ts';
import type { FindOrderResult, Platform, PlatformSettings } from './platform.ts';
import { createProductPages } from './product-page.ts';
import { unclear, unclearStatus } from './unclear.ts';

export interface HttpPlatformOptions {
  slots: FetchSlots;
  /** Resolves the hosts of product pages; the system's resolver by default. */
  lookup?: LookupAll;
}

/**
 * A platform whose gateway speaks the ordering protocol over HTTP.
 *
 * @throws Error when the settings are unusable.
 */
export function createHttpPlatform(settings: PlatformSettings, options: HttpPlatformOptions): Platform {
  const { id, productUrlPrefixes } = settings;
  const pages = createProductPages({ productUrlPrefixes, ...options });
  const gateway = createGateway(settings);
  let closing: Promise<unknown> | undefined;

  return {
    id,
    productUrlPrefixes,
    ownsProductUrl: (url) => pages.owns(url),
    fetchProductPage: (url, callOptions) => pages.fetch(url, callOptions),

    async placeOrder(request, callOptions) {
      const answer = await gateway.call(
        { method: 'POST', path: '/orders', body: writeOrder(request) },
        callOptions,
      );
      if (!answer.ok) return answer;
      // "Not found" and "conflict" say nothing about a new order: the look-up decides.
      if (answer.status === 404 || answer.status === 409) return unclearStatus(answer.status);
      if (answer.status >= 400)
        return { ok: false, kind: 'refused', reason: readRefusal(answer.body, answer.status) };
      const order = readOrder(answer.body, { merchantOrderNo: request.merchantOrderNo });
      return order ? { ok: true, order } : unclear('BAD_ANSWER');
    },

    async findOrder(merchantOrderNo, callOptions) {
      const path = `/orders/by-merchant-no/${encodeURIComponent(merchantOrderNo)}`;
      return findResult(await gateway.call({ method: 'GET', path }, callOptions), { merchantOrderNo });
    },

    async getOrder(orderId, callOptions) {
      const path = `/orders/${encodeURIComponent(orderId)}`;
      return findResult(await gateway.call({ method: 'GET', path }, callOptions), { orderId });
    },

    async cancelOrder(orderId, callOptions) {
      const path = `/orders/${encodeURIComponent(orderId)}/cancel`;
      const answer = await gateway.call({ method: 'POST', path }, callOptions);
      if (!answer.ok) return answer;
      if (answer.status === 404) return unclearStatus(answer.status);
      if (answer.status >= 400)
        return { ok: false, kind: 'refused', reason: readRefusal(answer.body, answer.status) };
      const feeFen = readFee(answer.body);
      return feeFen === null ? unclear('BAD_ANSWER') : { ok: true, feeFen };
    },

    async close() {
      await (closing ??= Promise.all([pages.close(), gateway.close()]));
    },
  };
}

function findResult(answer: GatewayAnswer, asked: Parameters<typeof readOrder>[1]): FindOrderResult {
  if (!answer.ok) return answer;
  if (answer.status === 404) return { ok: true, order: null };
  if (answer.status >= 400) return unclearStatus(answer.status);
  const order = readOrder(answer.body, asked);
  return order ? { ok: true, order } : unclear('BAD_ANSWER');
}
