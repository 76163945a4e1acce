import { GatewayOrderPage } from '@procurement-intents/contract/gateway/messages';
import type { GatewayOrder } from '@procurement-intents/contract/gateway/messages';
import { expectKept, NotChecked } from './broken-promise.ts';
import type { Exchange } from './exchange.ts';
import { readJson } from './probe.ts';
import type { Probe } from './probe.ts';

/** More than a run can fill, even with pages of one order. */
const MAX_PAGES = 5_000;

export interface ListPage {
  orders: GatewayOrder[];
  nextCursor: string | null;
  exchange: Exchange;
}

/** One page of the orders that changed at `since` or later. @throws NotChecked when the gateway has no list. */
export async function readListPage(probe: Probe, since: Date, cursor: string | null): Promise<ListPage> {
  const query = new URLSearchParams({
    changedSince: since.toISOString(),
    ...(cursor !== null && { cursor }),
  });
  const { status, json, exchange } = await probe.client.call('GET', `/orders?${query.toString()}`);
  if (status === 404 || status === 405 || status === 501) throw new NotChecked('the gateway has no list');
  expectKept(status === 200, 'the list does not respond with 200', exchange);
  return { ...readJson(GatewayOrderPage, json, exchange), exchange };
}

/** All pages from `cursor` on. */
export async function walkList(probe: Probe, since: Date, cursor: string | null = null): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  let next = cursor;
  do {
    const page = await readListPage(probe, since, next);
    pages.push(page);
    expectKept(pages.length < MAX_PAGES, `the list did not end after ${MAX_PAGES} pages`, page.exchange);
    expectKept(
      page.nextCursor === null || page.nextCursor !== next,
      'a page names itself as the next one',
      page.exchange,
    );
    next = page.nextCursor;
  } while (next !== null);
  return pages;
}
