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
export function readBody(req: Request, res: Response, next: NextFunction): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers;
  if (length === undefined && encoding === undefined) return next();
  if (Number(length ?? 0) > LIMITS.bodyBytes) return refuse(req, res, next);
  const chunks: Buffer[] = [];
  let size = 0;
  const keep = (chunk: Buffer): void => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > LIMITS.bodyBytes) {
      stop();
      refuse(req, res, next);
    }
  };
  const end = (): void => {
    stop();
    contextOf(req).rawBody = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    next();
  };
  const stop = (): void => void req.off('data', keep).off('end', end).off('error', next);
  req.on('data', keep).once('end', end).once('error', next);
}

function refuse(req: Request, res: Response, next: NextFunction): void {
  // What is still on its way is thrown away unread, and the connection carries no other request.
  req.resume();
  res.setHeader('Connection', 'close');
  next(new ApiError('BODY_TOO_LARGE'));
}
