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
  if (declared > LIMITS.bodyBytes) refuse(res);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LIMITS.bodyBytes) refuse(res);
    chunks.push(chunk);
  }
  contextOf(req).rawBody = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  next();
}

function refuse(res: Response): never {
  // The rest of the body is never read, so the connection cannot carry another request.
  res.setHeader('Connection', 'close');
  throw new ApiError('BODY_TOO_LARGE');
}
