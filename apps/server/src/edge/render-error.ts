import { ERRORS, type Language } from '@procurement-intents/contract';
import { presentRefusal, type Refusal, refusalOf } from '@procurement-intents/domain';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { isPassing } from '../postgres/database.ts';
import { describeDefect } from '../observability/describe-defect.ts';
import type { Logger } from '../observability/logger.ts';
import { ApiError, ValidationError } from '../errors.ts';
import { contextOf } from './request-context.ts';

function refusalOfAny(error: unknown, language: Language): Refusal {
  if (error instanceof ApiError || error instanceof ValidationError) return refusalOf(error, language);
  if (isPassing(error)) return { name: 'UNAVAILABLE', data: null, headers: {} };
  // Express refuses a path that it cannot decode before any route sees it.
  if (error instanceof URIError) return { name: 'ROUTE_NOT_FOUND', data: null, headers: {} };
  return { name: 'INTERNAL', data: null, headers: {} };
}

/** Sends the answer that `ERRORS` holds for a refusal. */
export function sendError(req: Request, res: Response, refusal: Refusal): void {
  const context = contextOf(req);
  context.refusal = refusal.name;
  const { status, headers, body } = presentRefusal(refusal, context.language);
  res.set(headers).status(status).json(body);
}

/** The last handler: whatever was thrown becomes one envelope, and never shows its cause. */
export function renderError(log: Logger): ErrorRequestHandler {
  // Express knows a last handler by its four parameters.
  return (error, req, res, _next) => {
    const { requestId, language } = contextOf(req);
    if (res.headersSent) {
      log.warn({ requestId, err: describeDefect(error) }, 'request failed after its answer');
      return;
    }
    const refusal = refusalOfAny(error, language);
    if (refusal.name === 'INTERNAL') log.error({ requestId, err: describeDefect(error) }, 'request failed');
    else if (ERRORS[refusal.name].status >= 500)
      log.warn({ requestId, error: refusal.name }, 'request refused');
    sendError(req, res, refusal);
  };
}
