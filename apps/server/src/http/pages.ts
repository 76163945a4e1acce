import { createHash } from 'node:crypto';
import { YEAR_SECONDS } from '@procurement-intents/contract';
import { type RequestHandler, Router } from 'express';
import { answerInLanguage } from './page-language.ts';
import type { RequestContext } from './request-context.ts';

/** A static file, served without authentication. */
export interface Page {
  path: string | RegExp;
  /** Media type, or a file name with an extension. */
  type: string;
  headers: Readonly<Record<string, string>>;
  /**
   * Shared by all responses, so that clients that do not read hold neither memory nor files. A function makes it for the
   * first request.
   */
  content: Buffer | (() => Promise<Buffer>);
  /** The same for callers that prefer `text/markdown`. */
  markdown?: Buffer;
  /** The content in Brotli, for browsers that take it; made for the first of them. */
  compressed?: () => Promise<Buffer>;
  /** Only pages to read have languages: where this one, in English, is in Chinese; null when it is not, or is Chinese itself. */
  languages?: { inChinese: string | null };
}

/** For what is served under an address of its own for each version: browsers keep it, and see another version at once. */
export const KEPT_BY_VERSION = {
  'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
} as const;

/** Pages with common headers. */
export interface PageSet {
  /** Paths at and below which every response has `headers`, refusals included. */
  paths: string[];
  headers: Readonly<Record<string, string>>;
  /** A function makes them for the first request at or below `paths`, where all of them must be then. */
  pages: readonly Page[] | (() => readonly Page[]);
}

/** The pages that are served beside the operations of the contract. */
export interface Pages {
  /** Sends the page that the request asks for. Calls `next` when there is none, or with an error. */
  answer(request: RequestContext, next: (error?: unknown) => void): void;
}

const MARKDOWN = 'text/markdown';

/** What is sent for a page. */
interface Sent {
  body: Buffer;
  /** Browsers that have this version are answered without the body. */
  etag: string;
}

const toSent = (body: Buffer): Sent => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});

/** The content of a page, made once. A failure is not kept: the next request tries again. */
class Content {
  #sent: Sent | undefined;
  #making: Promise<Sent> | undefined;
  readonly #make: () => Promise<Buffer>;

  constructor(content: Page['content']) {
    if (typeof content !== 'function') this.#sent = toSent(content);
    this.#make = typeof content === 'function' ? content : async () => content;
  }

  /** Calls `send` synchronously once the content is made, so that the request is counted as answered. */
  load(send: (content: Sent) => void): Promise<void> | void {
    if (this.#sent) return send(this.#sent);
    this.#making ??= this.#make()
      .then((body) => (this.#sent = toSent(body)))
      .finally(() => (this.#making = undefined));
    return this.#making.then(send);
  }
}

/** Serves pages with an Express router. Where there is no page, it calls `next` synchronously, before a body is read. */
export function servePages(...sets: readonly PageSet[]): Pages {
  const router = Router({ caseSensitive: true });
  for (const { paths, headers: shared, pages } of sets) {
    router.use(paths, (_req, res, next) => {
      res.set(shared);
      next();
    });
    if (typeof pages === 'function') router.use(servedOnDemand(paths, pages));
    else for (const page of pages) addPage(router, page);
  }
  return { answer: ({ req, res }, next) => router(req, res, next) };
}

/** Until somebody reads them, pages take neither memory nor time. */
function servedOnDemand(paths: readonly string[], make: () => readonly Page[]): RequestHandler {
  let made: Router | undefined;
  return (req, res, next) => {
    if (!paths.some((path) => req.path === path || req.path.startsWith(`${path}/`))) return next();
    made ??= routerOf(make, paths);
    made(req, res, next);
  };
}

/** @throws Error when the pages cannot be made; the next request tries again. */
function routerOf(make: () => readonly Page[], paths: readonly string[]): Router {
  const router = Router({ caseSensitive: true });
  try {
    for (const page of make()) addPage(router, page);
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- the code of a cause would be taken for that of an outage
    throw new Error(`the pages at ${paths.join(', ')} cannot be made: ${String(error)}`);
  }
  return router;
}

/** Answers with the form of the page that the caller prefers. */
function addPage(router: Router, page: Page): void {
  const { path, type, headers, content, markdown, compressed, languages } = page;
  if (languages) router.get(path, answerInLanguage(languages.inChinese));
  const whole = new Content(content);
  const plain = markdown && new Content(markdown);
  const small = compressed && new Content(compressed);
  router.get(path, (req, res) => {
    res.set(headers);
    if (plain) res.vary('Accept');
    if (small) res.vary('Accept-Encoding');
    const isPlain = plain && req.accepts([type, MARKDOWN]) === MARKDOWN;
    const isSmall = !isPlain && small && req.acceptsEncodings('br') === 'br';
    if (isSmall) res.set('Content-Encoding', 'br');
    const chosen = isPlain ? plain : isSmall ? small : whole;
    return chosen.load(
      ({ body, etag }) =>
        void res
          .set('ETag', etag)
          .type(isPlain ? MARKDOWN : type)
          .send(body),
    );
  });
}
