import type { ErrorName, Language, OperationId } from '@procurement-intents/contract';
import type { NextFunction, Request, Response } from 'express';
import { LIMITS } from '@procurement-intents/contract';
import { v7 as uuidv7 } from 'uuid';
import type { CallingApp } from '../apps-registry/app-directory.ts';

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
  /** Ends when the caller has gone or the deadline has passed. */
  signal: AbortSignal;
}

const contexts = new WeakMap<Request, RequestContext>();

/** The context of a request that has passed `requestContext`. */
export function contextOf(req: Request): RequestContext {
  const context = contexts.get(req);
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

export const newRequestId = (): string => `req_${uuidv7().replaceAll('-', '')}`;

/** Gives the request its id, kept from the caller when it is well formed, its language and its context. */
export function requestContext(req: Request, res: Response, next: NextFunction): void {
  const given = req.get('x-request-id');
  const requestId = given !== undefined && REQUEST_ID.test(given) ? given : newRequestId();
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const language = req.acceptsLanguages('zh', 'en') === 'en' ? 'en' : 'zh';
  contexts.set(req, { requestId, language, rawBody: Buffer.alloc(0), signal: gone.signal });
  res.setHeader('X-Request-Id', requestId);
  next();
}
