import { Parser } from 'htmlparser2';
import { AnswerTooLarge } from '../../outbound/limit-pieces.ts';
import { cleanText } from '../clean-text.ts';
import { MAX_TITLE_LENGTH } from '../platform.ts';
import { findJsonLdProduct, isForSale } from '@procurement-intents/domain/product-facts';
import type { ProductFacts } from '@procurement-intents/domain/product-facts';
import type { Pause } from './page-readers.ts';
import { readPriceFen } from '@procurement-intents/domain/read-price';

// Parsed synchronously, which blocks the event loop: this much takes 1 to 4 ms, at worst 8 ms.
const MAX_JSON_LD_LENGTH = 256 * 1024;
// The densest page takes 50 ms a megabyte, so a slice takes less than 1 ms.
const SLICE_LENGTH = 16 * 1024;
// Most pages contain their product data before this, and need no pause.
const UNINTERRUPTED_LENGTH = 32 * 1024;
const PAUSE_AFTER_MS = 1;
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
 * Tracks `script` and `title` as open elements only; all others count as empty. The parser spends time on each tag in
 * proportion to the depth of its stack, so a million nested elements would take minutes.
 */
class FlatParser extends Parser {
  protected override isVoidElement(name: string): boolean {
    return name !== 'script' && name !== 'title';
  }
}

interface PageFacts {
  jsonLd: ProductFacts | null;
  /** Whether a JSON-LD text was too long to be read. */
  isPartUnread: boolean;
  titleText: string;
  meta: Map<string, string>;
}

/**
 * Recognises a product page by JSON-LD, else by Open Graph, and stops reading once JSON-LD is complete.
 * Null when the page has no product data or no readable price in CNY.
 *
 * @param pause - awaited repeatedly while a long page is read.
 * @throws {@link AnswerTooLarge} when the product data may be in a JSON-LD text of over 256 KB.
 */
export async function recogniseProduct(
  text: AsyncIterable<string>,
  pause: Pause = async () => undefined,
): Promise<ProductFacts | null> {
  const facts: PageFacts = { jsonLd: null, isPartUnread: false, titleText: '', meta: new Map() };
  const parser = createParser(facts);
  await readSlices(text, pause, (slice) => {
    parser.write(slice);
    return facts.jsonLd?.title ? 'done' : 'more';
  });
  parser.end();
  const product = facts.jsonLd ?? readOpenGraph(facts.meta);
  if (!product && facts.isPartUnread) throw new AnswerTooLarge('a JSON-LD text is too long');
  if (!product) return null;
  const title = product.title || facts.meta.get('og:title') || facts.titleText;
  return { ...product, title: cleanText(title, MAX_TITLE_LENGTH) };
}

/** Passes the text to `read` in slices until it is done, and pauses between slices of a long page. */
async function readSlices(
  text: AsyncIterable<string>,
  pause: Pause,
  read: (slice: string) => 'more' | 'done',
): Promise<void> {
  let readLength = 0;
  let spentMs = 0;
  for await (const part of text) {
    for (let start = 0; start < part.length; start += SLICE_LENGTH) {
      if (readLength >= UNINTERRUPTED_LENGTH && spentMs >= PAUSE_AFTER_MS) {
        await pause(spentMs);
        spentMs = 0;
      }
      const slice = part.slice(start, start + SLICE_LENGTH);
      const startedAt = performance.now();
      const state = read(slice);
      spentMs += performance.now() - startedAt;
      readLength += slice.length;
      if (state === 'done') return;
    }
  }
}

function createParser(facts: PageFacts): Parser {
  let sink: 'json-ld' | 'title' | null = null;
  let script = '';
  const parser = new FlatParser({
    onopentag(name, attributes) {
      if (name === 'meta') addMeta(facts.meta, attributes);
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
      if (sink === 'json-ld' && script.length > MAX_JSON_LD_LENGTH) facts.isPartUnread = true;
      else if (sink === 'json-ld') facts.jsonLd ??= findJsonLdProduct(script);
      // The rest of this slice is not needed.
      if (facts.jsonLd?.title) parser.pause();
      sink = null;
    },
  });
  return parser;
}

function addMeta(meta: Map<string, string>, { property, name, content }: Record<string, string>): void {
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
