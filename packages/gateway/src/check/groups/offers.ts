import { GATEWAY_PROTOCOL_VERSION } from '@procurement-intents/contract/gateway/codes';
import { GatewayCapabilities, GatewayQuote } from '@procurement-intents/contract/gateway/messages';
import { nearestFen } from '@procurement-intents/contract/money';
import { expectKept, NotChecked } from '../broken-promise.ts';
import { readPagePrice } from '../page-price.ts';
import { readJson } from '../probe.ts';
import type { Probe } from '../probe.ts';

/** What the gateway says that it offers; null when it does not say. @throws BrokenPromise when it says it wrongly. */
async function readCapabilities(probe: Probe): Promise<GatewayCapabilities | null> {
  const { status, json, exchange } = await probe.client.call('GET', '/capabilities');
  if (status === 404) return null;
  expectKept(status === 200, 'the gateway does not say what it offers', exchange);
  const capabilities = readJson(GatewayCapabilities, json, exchange);
  const { protocol } = capabilities;
  expectKept(protocol === GATEWAY_PROTOCOL_VERSION, `the protocol is ${protocol}`, exchange);
  return capabilities;
}

const askQuote = (probe: Probe, url: string, quantity = '1') =>
  probe.client.call('GET', `/quote?${new URLSearchParams({ url, quantity }).toString()}`);

/** What the gateway says that it offers is there. */
export async function keepOffers(probe: Probe): Promise<void> {
  const capabilities = await readCapabilities(probe);
  if (!capabilities) throw new NotChecked('the gateway has no GET /capabilities');
  const query = new URLSearchParams({ changedSince: probe.startedAt.toISOString() });
  const list = await probe.client.call('GET', `/orders?${query.toString()}`);
  expectKept((list.status === 200) === capabilities.list, 'it says otherwise of its list', list.exchange);
  const quote = await askQuote(probe, probe.settings.product);
  expectKept((quote.status === 200) === capabilities.quote, 'it says otherwise of quotes', quote.exchange);
}

/** Quote, page and order have one price. */
export async function agreeOnQuote(probe: Probe): Promise<void> {
  const { product } = probe.settings;
  const { status, json, exchange } = await askQuote(probe, product);
  if (status === 404) {
    const isPromised = (await readCapabilities(probe))?.quote === true;
    expectKept(!isPromised, 'a product that is for sale has no quote', exchange);
    throw new NotChecked('the gateway has no GET /quote');
  }
  expectKept(status === 200, 'the gateway quotes no price', exchange);
  const { unitPrice, available } = readJson(GatewayQuote, json, exchange);
  expectKept(available, 'a product that is in stock is quoted as not available', exchange);
  const page = await readPagePrice(product);
  const quotedFen = nearestFen(unitPrice);
  expectKept(
    page === null || page === quotedFen,
    `the product page says ${(page ?? 0) / 100} yuan`,
    exchange,
  );
  const order = await probe.firstOrder();
  const goodsFen = nearestFen(order.amountPaid) - nearestFen(order.shipping ?? 0);
  expectKept(quotedFen === goodsFen, `an order costs ${goodsFen / 100} yuan without shipping`, exchange);
}
