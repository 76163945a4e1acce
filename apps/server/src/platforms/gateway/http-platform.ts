import type { PlatformId } from '@procurement-intents/contract';
import { NUMBER_REUSED } from '@procurement-intents/contract/gateway/codes';
import { rest, TimeBudget } from '../../fair-share/time-budget.ts';
import { createFetchSlots, type FetchSlots } from '../../outbound/fetch-slots.ts';
import { createGatewayClient, type GatewayAnswer, type GatewayClient } from './gateway-client.ts';
import {
  readCancelled,
  readCapabilities,
  readOrder,
  readOrderPage,
  readQuote,
  readRefusal,
  readRefusedCancel,
  writeOrder,
} from './gateway-messages.ts';
import type { LookupAll } from '../../outbound/resolve-name.ts';
import type {
  CallOptions,
  CancelOrderResult,
  DescribeResult,
  FindOrderResult,
  ListOrdersResult,
  PlaceOrderResult,
  PlatformCapabilities,
  ProductPageResult,
} from '../platform.ts';
import type { PlatformConfig } from '../../config/platform-config.ts';
import type { Platform } from '../platform.ts';
import type { PageReaders } from '../product-page/page-readers.ts';
import { createProductPages } from '../product-page/product-page.ts';
import { unclear, unclearStatus } from '../unclear.ts';

// The share of the process's time for reading lists of changed orders of one platform.
const LIST_SHARE = 1 / 8;

export interface HttpPlatformOptions {
  slots: FetchSlots;
  readers: PageReaders;
  /** Resolves the hosts of product pages; the system's resolver by default. */
  lookup?: LookupAll;
}

/**
 * A platform whose gateway speaks the ordering protocol over HTTP.
 *
 * @throws Error when the settings are unusable.
 */
export function createHttpPlatform(settings: PlatformConfig, options: HttpPlatformOptions): Platform {
  const { id, productUrlPrefixes, gatewayUrl, token, prices, concurrency } = settings;
  const pages = createProductPages({ productUrlPrefixes, ...options });
  const slots = createFetchSlots(concurrency);
  const gateway =
    gatewayUrl === null || token === null ? noGateway(id) : createGatewayClient({ gatewayUrl, token, slots });
  const listBudget = new TimeBudget(LIST_SHARE);
  let closing: Promise<unknown> | undefined;

  return {
    id,
    ownsProductUrl: (url) => pages.owns(url),
    async fetchProductPage(url, callOptions) {
      if (prices === 'page') return pages.fetch(url, callOptions);
      if (!pages.owns(url)) return { ok: false, kind: 'refused', reason: 'OUTSIDE_PREFIXES' };
      return askQuote(gateway, url, callOptions);
    },

    async placeOrder(request, callOptions) {
      const answer = await gateway.call(
        { method: 'POST', path: '/orders', body: writeOrder(request) },
        callOptions,
      );
      return placeResult(answer, request.merchantOrderNo);
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
      return cancelResult(await gateway.call({ method: 'POST', path }, callOptions));
    },

    async listChangedOrders({ changedSince, cursor }, callOptions) {
      const query = new URLSearchParams({
        changedSince: changedSince.toISOString(),
        ...(cursor !== undefined && { cursor }),
      });
      const { signal } = callOptions;
      return listResult(
        await gateway.call({ method: 'GET', path: `/orders?${query.toString()}` }, callOptions),
        (spentMs) => rest(signal?.aborted ? 0 : listBudget.spend(spentMs)),
      );
    },

    async describe(callOptions) {
      const described = describeResult(
        await gateway.call({ method: 'GET', path: '/capabilities' }, callOptions),
      );
      if (described.ok) slots.lowerTo(callsAtOnce(described.capabilities, callOptions));
      return described;
    },

    async close() {
      await (closing ??= Promise.all([pages.close(), gateway.close()]));
    },
  };
}

/** For processes that only read product pages: a call is a defect. */
function noGateway(id: PlatformId): GatewayClient {
  return {
    call: () => Promise.reject(new Error(`${id} has no gateway in this process`)),
    close: () => Promise.resolve(),
  };
}

async function askQuote(
  gateway: GatewayClient,
  url: string,
  options: CallOptions,
): Promise<ProductPageResult> {
  const query = new URLSearchParams({ url, quantity: String(options.quantity ?? 1) });
  const path = `/quote?${query.toString()}`;
  return quoteResult(await gateway.call({ method: 'GET', path }, options), url);
}

function quoteResult(answer: GatewayAnswer, url: string): ProductPageResult {
  if (!answer.ok) return answer;
  if (answer.status === 404) return { ok: false, kind: 'refused', reason: 'NOT_FOUND' };
  if (answer.status === 400 || answer.status === 422)
    return { ok: false, kind: 'refused', reason: 'CLIENT_ERROR' };
  if (answer.status >= 400) return unclearStatus(answer.status);
  const quote = readQuote(answer.body);
  return quote ? { ok: true, page: { ...quote, finalUrl: url } } : unclear('BAD_ANSWER');
}

/** As many as the gateway takes orders within the time of a call. */
const callsAtOnce = (capabilities: PlatformCapabilities | null, { timeoutMs }: CallOptions): number =>
  Math.max(1, Math.floor(((capabilities?.ordersPerSecond ?? Infinity) * timeoutMs) / 1000));

function describeResult(answer: GatewayAnswer): DescribeResult {
  if (!answer.ok) return answer;
  if (answer.status === 404) return { ok: true, capabilities: null };
  if (answer.status >= 400) return unclearStatus(answer.status);
  const capabilities = readCapabilities(answer.body);
  return capabilities ? { ok: true, capabilities } : unclear('BAD_ANSWER');
}

function placeResult(answer: GatewayAnswer, merchantOrderNo: string): PlaceOrderResult {
  if (!answer.ok) return answer;
  if (answer.status === 400 || answer.status === 422) {
    const refusal = readRefusal(answer.body);
    if (!refusal) return unclearStatus(answer.status);
    const { reason } = refusal;
    // Another order with this number exists; the look-up returns it.
    return reason === NUMBER_REUSED ? unclear(reason) : { ok: false, kind: 'refused', ...refusal, reason };
  }
  // "Not found" and "conflict" say nothing about a new order: the look-up decides.
  if (answer.status >= 400) return unclearStatus(answer.status);
  const order = readOrder(answer.body, { merchantOrderNo });
  return order ? { ok: true, order } : unclear('BAD_ANSWER');
}

function cancelResult(answer: GatewayAnswer): CancelOrderResult {
  if (!answer.ok) return answer;
  if (answer.status >= 400) {
    const refusal = answer.status === 409 ? readRefusedCancel(answer.body) : null;
    return refusal ? { ok: false, kind: 'refused', ...refusal } : unclearStatus(answer.status);
  }
  const cancelled = readCancelled(answer.body);
  return cancelled ? { ok: true, ...cancelled } : unclear('BAD_ANSWER');
}

async function listResult(
  answer: GatewayAnswer,
  pause: (spentMs: number) => Promise<void>,
): Promise<ListOrdersResult> {
  if (!answer.ok) return answer;
  if (answer.status >= 400) return unclearStatus(answer.status);
  const page = await readOrderPage(answer.body, pause);
  return page ? { ok: true, ...page } : unclear('BAD_ANSWER');
}

function findResult(answer: GatewayAnswer, asked: Parameters<typeof readOrder>[1]): FindOrderResult {
  if (!answer.ok) return answer;
  if (answer.status === 404) return { ok: true, order: null };
  if (answer.status >= 400) return unclearStatus(answer.status);
  const order = readOrder(answer.body, asked);
  return order ? { ok: true, order } : unclear('BAD_ANSWER');
}
