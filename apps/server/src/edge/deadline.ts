import type { NextFunction, Request, Response } from 'express';
import { sendError } from './render-error.ts';

/** Answers 50301 when a request has taken `processingMs`; its handler's own answer then goes nowhere. */
export function deadline(processingMs: number) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const timer = setTimeout(() => {
      if (!res.headersSent)
        sendError(req, res, { name: 'UNAVAILABLE', data: null, headers: { 'Retry-After': '1' } });
    }, processingMs);
    res.once('close', () => clearTimeout(timer));
    next();
  };
}
