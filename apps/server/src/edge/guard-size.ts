import { LIMITS } from '@procurement-intents/contract';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from './api-error.ts';
import { contextOf } from './request-context.ts';

/** Refuses a URL over the limit before anything looks at it. */
export function guardUrl(req: Request, _res: Response, next: NextFunction): void {
  if ((req.url?.length ?? 0) > LIMITS.urlChars) throw new ApiError('URL_TOO_LONG');
  next();
}

/** Reads the body as raw bytes, at most 1 MB, and keeps them as they came: the signature is over them. */
export async function readBody(req: Request, res: Response, next: NextFunction): Promise<void> {
  const declared = Number(req.get('content-length') ?? 0);
  if (declared > LIMITS.bodyBytes) refuse(req, res);
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not destroy the request: its answer goes over the same socket.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LIMITS.bodyBytes) refuse(req, res);
    chunks.push(chunk);
  }
  contextOf(req).rawBody = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  next();
}

function refuse(req: Request, res: Response): never {
  // What is still on its way is thrown away unread, and the connection carries no other request.
  req.resume();
  res.setHeader('Connection', 'close');
  throw new ApiError('BODY_TOO_LARGE');
}
