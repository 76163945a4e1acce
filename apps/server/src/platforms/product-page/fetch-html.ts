import { LIMITS } from '@procurement-intents/contract';
import type { RefusedAnswer, UnclearAnswer } from '@procurement-intents/domain';
import type { Dispatcher } from 'undici';
import { ACCEPTED_CODINGS, decodeText, inflateBody, isKnownCoding } from '../../outbound/page-body.ts';
import type { ProductPageRefusal } from '../platform.ts';
import { unclear, unclearStatus } from '../unclear.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
// Client errors that may pass or concern access, and say nothing about the product.
const TRANSIENT_CLIENT_ERRORS = new Set([401, 403, 408, 425, 429]);
const GONE = new Set([404, 410]);
// A body that arrives in one read. Streaming it would make the whole fetch cost a tenth more.
const SHORT_BYTES = 14 * 1024;
// A chunk of one byte takes 460: with undici's 64 KB, a page of such chunks would take 30 MB before any of it is read.
const BUFFERED_BYTES = 2048;
const PAGE_HEADERS = {
  accept: 'text/html, application/xhtml+xml',
  'accept-encoding': ACCEPTED_CODINGS,
  'accept-language': 'zh-CN, zh;q=0.9, en;q=0.5',
  'user-agent': 'procurement-intents',
};

export interface PageFetch {
  /** Connects only where the connect guard allows. */
  dispatcher: Dispatcher;
  /** Returns the URL when it may be fetched; called for every redirect too. */
  match: (url: string) => URL | null;
  signal: AbortSignal;
}

type Refusal = RefusedAnswer<ProductPageRefusal>;
type FetchResult<T> = { ok: true; value: T; finalUrl: string } | Refusal | UnclearAnswer;

/**
 * Fetches an HTML page and streams its text to `read`, which may stop early. Follows at most three redirects, each
 * checked with `match`.
 *
 * @throws the errors of connection, body and `read`.
 */
export async function fetchHtml<T>(
  address: string,
  { dispatcher, match, signal }: PageFetch,
  read: (text: AsyncIterable<string>) => Promise<T>,
): Promise<FetchResult<T>> {
  let next = address;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const url = match(next);
    if (!url) return refuse('OUTSIDE_PREFIXES');
    const { origin, pathname, search } = url;
    const response = await dispatcher.request({
      origin,
      path: pathname + search,
      method: 'GET',
      headers: PAGE_HEADERS,
      highWaterMark: BUFFERED_BYTES,
      signal,
    });
    try {
      if (!REDIRECTS.has(response.statusCode)) return await readResponse(response, url, read);
      const target = readLocation(response.headers.location, url);
      if (target === null) return unclear('BAD_ANSWER');
      next = target;
    } finally {
      drain(response.body);
    }
  }
  // Too many redirects: there is no product page.
  return refuse('NOT_A_PRODUCT');
}

async function readResponse<T>(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: URL,
  read: (text: AsyncIterable<string>) => Promise<T>,
): Promise<FetchResult<T>> {
  if (GONE.has(statusCode)) return refuse('NOT_FOUND');
  if (statusCode >= 400 && statusCode < 500 && !TRANSIENT_CLIENT_ERRORS.has(statusCode))
    return refuse('CLIENT_ERROR');
  if (statusCode < 200 || statusCode >= 300) return unclearStatus(statusCode, headers['retry-after']);
  const [type = '', ...parameters] = single(headers['content-type']).split(';');
  if (!['text/html', 'application/xhtml+xml'].includes(type.trim().toLowerCase()))
    return refuse('NOT_A_PRODUCT');
  const coding = single(headers['content-encoding']).trim().toLowerCase();
  if (!isKnownCoding(coding)) return unclear('BAD_ANSWER');
  const isShort = coding === '' && Number(headers['content-length'] ?? NaN) <= SHORT_BYTES;
  const bytes = isShort ? [await body.bytes()] : inflateBody(body, coding);
  const value = await read(decodeText(bytes, readCharset(parameters)));
  return { ok: true, value, finalUrl: url.href };
}

function readLocation(location: string | string[] | undefined, base: URL): string | null {
  if (typeof location !== 'string' || location.length > LIMITS.productUrlChars) return null;
  const target = URL.parse(location, base.href);
  if (target) target.hash = '';
  return target?.href ?? null;
}

function readCharset(parameters: readonly string[]): string | undefined {
  return parameters.map((text) => /^\s*charset\s*=\s*"?([\w-]+)/i.exec(text)?.[1]).find(Boolean);
}

// Reading this much costs less than a new connection.
const DRAIN_BYTES = 128 * 1024;
const DRAIN_MS = 1000;

/** Discards a short rest of the body, which keeps the connection; a longer one closes it. */
function drain(body: Dispatcher.ResponseData['body']): void {
  if (body.readableEnded) return;
  const timer = setTimeout(() => body.destroy(), DRAIN_MS);
  void body
    .dump({ limit: DRAIN_BYTES })
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}

function single(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.join(', ') ?? '');
}

function refuse(reason: ProductPageRefusal): Refusal {
  return { ok: false, kind: 'refused', reason };
}
