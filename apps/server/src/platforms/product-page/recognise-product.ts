import { Parser } from 'htmlparser2';
import { cleanText } from './clean-text.ts';
import { findJsonLdProduct, isForSale } from './json-ld.ts';
import type { ProductFacts } from './json-ld.ts';
import { readPriceFen } from './read-price.ts';

const MAX_TITLE_LENGTH = 500;
const MAX_JSON_LD_LENGTH = 1024 * 1024;
const MAX_META_LENGTH = 2000;
const META_NAMES = new Set([
  'og:type',
  'og:title',
  'og:availability',
  'og:price:amount',
  'og:price:currency',
  'product:availability',
  'product:price:amount',
  'product:price:currency',
]);

/**
 * Only these two are tracked as open; every other element counts as empty. The parser's stack costs time by its
 * depth for every tag, so a million nested elements would take minutes.
 */
class FlatParser extends Parser {
  protected override isVoidElement(name: string): boolean {
    return name !== 'script' && name !== 'title';
  }
}

interface PageFacts {
  jsonLd: ProductFacts | null;
  titleText: string;
  meta: Map<string, string>;
}

/**
 * Recognises a product page by JSON-LD first, Open Graph second, and stops reading once JSON-LD has told all.
 * Null when the page has no product data or no readable price in CNY.
 */
export async function recogniseProduct(text: AsyncIterable<string>): Promise<ProductFacts | null> {
  const facts: PageFacts = { jsonLd: null, titleText: '', meta: new Map() };
  const parser = createParser(facts);
  for await (const part of text) {
    parser.write(part);
    if (facts.jsonLd?.title) break;
  }
  parser.end();
  const product = facts.jsonLd ?? readOpenGraph(facts.meta);
  if (!product) return null;
  const title = product.title || facts.meta.get('og:title') || facts.titleText;
  return { ...product, title: cleanText(title, MAX_TITLE_LENGTH) };
}

function createParser(facts: PageFacts): Parser {
  let sink: 'json-ld' | 'title' | null = null;
  let script = '';
  const parser = new FlatParser({
    onopentag(name, attributes) {
      if (name === 'meta') keepMeta(facts.meta, attributes);
      if (name === 'title') sink = 'title';
      if (name !== 'script') return;
      sink = /^\s*application\/ld\+json\b/i.test(attributes.type ?? '') ? 'json-ld' : null;
      script = '';
    },
    ontext(text) {
      if (sink === 'json-ld' && script.length <= MAX_JSON_LD_LENGTH) script += text;
      if (sink === 'title' && facts.titleText.length < MAX_META_LENGTH) facts.titleText += text;
    },
    onclosetag(name) {
      if (name !== 'script' && name !== 'title') return;
      if (sink === 'json-ld' && script.length <= MAX_JSON_LD_LENGTH)
        facts.jsonLd ??= findJsonLdProduct(script);
      // What is left of this chunk tells nothing more.
      if (facts.jsonLd?.title) parser.pause();
      sink = null;
    },
  });
  return parser;
}

function keepMeta(meta: Map<string, string>, { property, name, content }: Record<string, string>): void {
  const key = (property ?? name ?? '').trim().toLowerCase();
  if (META_NAMES.has(key) && content !== undefined && !meta.has(key)) {
    meta.set(key, content.slice(0, MAX_META_LENGTH));
  }
}

function readOpenGraph(meta: ReadonlyMap<string, string>): ProductFacts | null {
  const isProduct = /^product\b/i.test(meta.get('og:type')?.trim() ?? '') || meta.has('product:price:amount');
  const currency = (meta.get('product:price:currency') ?? meta.get('og:price:currency') ?? 'CNY').trim();
  const priceFen = readPriceFen(meta.get('product:price:amount') ?? meta.get('og:price:amount'));
  if (!isProduct || currency !== 'CNY' || priceFen === null) return null;
  const isAvailable = isForSale(meta.get('product:availability') ?? meta.get('og:availability'));
  return { title: meta.get('og:title') ?? '', priceFen, isAvailable };
}
