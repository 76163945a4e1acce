import { type ErrorName, type Language, LIMITS, type OperationId } from '@procurement-intents/contract';
import type { NextFunction, Request, Response } from 'express';
import type { CallingApp } from '../client-apps/app-directory.ts';
import { newUuid } from '../intents/new-uuid.ts';
import { NO_BODY } from './request-body.ts';

/** What the edge learns about a request, step by step. */
export interface RequestContext {
  requestId: string;
  language: Language;
  /** Body bytes as received; empty without a body. */
  rawBody: Buffer;
  /** Set by `authenticate`. */
  app?: CallingApp;
  /** The operation that the request was matched with. */
  operation?: OperationId;
  /** The error that it was answered with. */
  refusal?: ErrorName;
  /** Ends when the caller has gone or the deadline has passed. Made when it is first asked for. */
  readonly signal: AbortSignal;
}

const CONTEXT = Symbol('context');
type WithContext = Request & { [CONTEXT]?: RequestContext };

/** The context of a request that has passed `requestContext`. */
export function contextOf(req: Request): RequestContext {
  const context = (req as WithContext)[CONTEXT];
  if (!context) throw new Error('the request has no context yet');
  return context;
}

/** The App that signed the request. */
export function callerOf(req: Request): CallingApp {
  const { app } = contextOf(req);
  if (!app) throw new Error('the request is not authenticated');
  return app;
}

const REQUEST_ID = new RegExp(`^[A-Za-z0-9._:-]{1,${LIMITS.requestIdChars}}$`);

export const newRequestId = (): string => `req_${newUuid()}`;

// Made once: the reason that the platform would make for each request has a stack, and costs ten times the rest.
const OVER = new DOMException('the request is over', 'AbortError');

/** Gives the request its id, kept from the caller when it is well formed, its language and its context. */
export function requestContext(req: Request, res: Response, next: NextFunction): void {
  const given = req.headers['x-request-id'];
  const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId();
  const wishes = req.headers['accept-language'];
  const language = wishes !== undefined && req.acceptsLanguages('zh', 'en') === 'en' ? 'en' : 'zh';
  let gone: AbortController | null = null;
  (req as WithContext)[CONTEXT] = {
    requestId,
    language,
    rawBody: NO_BODY,
    get signal() {
      if (gone) return gone.signal;
      const control = (gone = new AbortController());
      if (res.closed) control.abort(OVER);
      else res.once('close', () => control.abort(OVER));
      return control.signal;
    },
  };
  res.setHeader('X-Request-Id', requestId);
  next();
}
