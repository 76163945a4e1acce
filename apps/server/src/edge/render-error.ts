import {
  describeFieldIssue,
  ERROR_NAME_HEADER,
  type ErrorName,
  ERRORS,
  type ErrorRow,
  type Language,
} from '@procurement-intents/contract';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { isPassing } from '../postgres/database.ts';
import { describeDefect } from '../observability/describe-defect.ts';
import type { Logger } from '../observability/logger.ts';
import { ApiError, ValidationError } from './api-error.ts';
import { contextOf } from './request-context.ts';

interface Refusal {
  name: ErrorName;
  data: unknown;
  headers: Record<string, string>;
}

function refusalOf(error: unknown, language: Language): Refusal {
  if (error instanceof ApiError) return { name: error.errorName, data: error.data, headers: error.headers };
  if (error instanceof ValidationError) {
    const errors = error.problems.map(({ field, issue }) => ({
      field,
      message: describeFieldIssue(issue, language),
    }));
    return { name: 'VALIDATION_FAILED', data: { errors }, headers: {} };
  }
  if (isPassing(error)) return { name: 'UNAVAILABLE', data: null, headers: {} };
  // Express refuses a path that it cannot decode before any route sees it.
  if (error instanceof URIError) return { name: 'ROUTE_NOT_FOUND', data: null, headers: {} };
  return { name: 'INTERNAL', data: null, headers: {} };
}

// A limit's window lasts a second, and an outage is worth a look that soon.
const RETRY_AFTER_SECONDS = '1';

/** Sends the answer that `ERRORS` holds for `name`. */
export function sendError(req: Request, res: Response, { name, data, headers }: Refusal): void {
  const row: ErrorRow = ERRORS[name];
  const context = contextOf(req);
  context.refusal = name;
  const { language } = context;
  const isWorthRetrying = row.retry === 'later' && (row.status === 429 || row.status === 503);
  if (isWorthRetrying) res.set('Retry-After', RETRY_AFTER_SECONDS);
  res.set(ERROR_NAME_HEADER, name);
  res.set(headers).status(row.status).json({ code: row.code, message: row[language], data });
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
    const refusal = refusalOf(error, language);
    if (refusal.name === 'INTERNAL') log.error({ requestId, err: describeDefect(error) }, 'request failed');
    else if (ERRORS[refusal.name].status >= 500)
      log.warn({ requestId, error: refusal.name }, 'request refused');
    sendError(req, res, refusal);
  };
}
