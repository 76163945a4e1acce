import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach } from 'vitest';
import { createFetchSlots } from '../../src/outbound/fetch-slots.ts';
import { PageReaders } from '../../src/platforms/product-page/page-readers.ts';
import {
  createProductPages,
  type ProductPages,
  type ProductPagesOptions,
} from '../../src/platforms/product-page/product-page.ts';
import { startTestShop, type TestShop } from './test-shop.ts';

/** What a shop does with the request for one path. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export let shop: TestShop;
/** What the shop answers, by path; 404 to all others. */
export let answers: Map<string, Answer>;
let opened: ProductPages[];

/** Starts a shop for each test of this file, and stops it afterwards. */
export function useProductPageShop(): void {
  beforeEach(async () => {
    answers = new Map();
    opened = [];
    shop = await startTestShop((request, response) => {
      const answer = answers.get(request.url ?? '');
      if (answer) answer(response, request);
      else response.writeHead(404).end();
    });
  });
  afterEach(async () => {
    await Promise.all(opened.map((pages) => pages.close()));
    await shop.close();
  });
}

export function openPages(options: Partial<ProductPagesOptions> = {}): ProductPages {
  const productUrlPrefixes = [`${shop.origin}/items/`];
  const pages = createProductPages({
    productUrlPrefixes,
    slots: createFetchSlots(4),
    readers: new PageReaders(),
    ...options,
  });
  opened.push(pages);
  return pages;
}

export const item = (path: string) => `${shop.origin}/items/${path}`;
export const fetchItem = (answer: Answer, timeoutMs = 2000) => {
  answers.set('/items/x', answer);
  return openPages().fetch(item('x'), { timeoutMs });
};
export const html =
  (body: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
export const redirect =
  (location: string, status = 302): Answer =>
  (response) =>
    void response.writeHead(status, { location }).end();
export const refused = (reason: string) => ({ ok: false, kind: 'refused', reason });
export const unclear = (reason: string) => ({
  ok: false,
  kind: 'unclear',
  reason,
  ...(reason.startsWith('HTTP_') && { status: Number(reason.slice('HTTP_'.length)) }),
});
export const kettle = (finalUrl: string) => ({
  ok: true,
  page: { title: 'Kettle', priceFen: 19900, isAvailable: true, finalUrl },
});
