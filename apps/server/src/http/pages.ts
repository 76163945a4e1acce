import { Router } from 'express';
import type { RequestContext } from './request-context.ts';

/** A static file, served without authentication. */
export interface Page {
  path: string;
  /** Media type, or a file name with an extension. */
  type: string;
  headers: Readonly<Record<string, string>>;
  /** Shared by all responses, so that clients that do not read hold neither memory nor files. */
  content: Buffer;
}

/** Pages with common headers. */
export interface PageSet {
  /** Paths at and below which every response has `headers`, refusals included. */
  paths: string[];
  headers: Readonly<Record<string, string>>;
  pages: readonly Page[];
}

/** The pages that are served beside the operations of the contract. */
export interface Pages {
  /** Sends the page that the request asks for. Calls `next` when there is none, or with an error. */
  answer(request: RequestContext, next: (error?: unknown) => void): void;
}

/** Serves pages with an Express router, which calls `next` synchronously, before a body is read. */
export function servePages({ paths, headers: shared, pages }: PageSet): Pages {
  const router = Router({ caseSensitive: true });
  router.use(paths, (_req, res, next) => {
    res.set(shared);
    next();
  });
  for (const { path, type, headers, content } of pages) {
    router.get(path, (_req, res) => {
      res.set(headers).type(type).send(content);
    });
  }
  return { answer: ({ req, res }, next) => router(req, res, next) };
}
