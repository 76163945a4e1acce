import { Router } from 'express';
import type { RequestContext } from './request-context.ts';

/** A file that is sent as it is, to everybody. */
export interface Page {
  path: string;
  /** Media type, or a file name that tells it. */
  type: string;
  headers: Readonly<Record<string, string>>;
  /** Made once: answers that nobody reads share it, and hold no file open. */
  content: Buffer;
}

/** Pages that belong together. */
export interface PageSet {
  /** Paths at and below which every answer gets `headers`, a refusal too. */
  paths: string[];
  headers: Readonly<Record<string, string>>;
  pages: readonly Page[];
}

/** What is served beside the operations of the contract. */
export interface Pages {
  /** Answers the request when it asks for a page; calls `next` when it does not, or with what went wrong. */
  answer(request: RequestContext, next: (error?: unknown) => void): void;
}

/** Serves pages by a router of Express. It calls `next` at once: a body that comes with the head need not be read. */
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
