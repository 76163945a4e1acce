import type { ErrorName, Language, OperationId } from '@procurement-intents/contract';
import type { Response } from 'express';
import type { CallingApp } from '../client-apps/app-directory.ts';
import { NO_BODY } from './body/request-body.ts';
import type { ApiRequest } from './messages.ts';
import { requestIdOf } from './request-id.ts';

// No browser sends as many. A list of 60 KB would cost 40 ms of the event loop.
const MAX_LANGUAGE_CHARS = 256;
// Made once: the reason that Node would make for each request has a stack, and costs ten times the rest.
const REQUEST_CLOSED = new DOMException('the request is over', 'AbortError');

/**
 * A request on its way through the pipeline, and what the steps learn about it.
 *
 * A class with its getters on the prototype: an object literal with a getter gets a hidden class of its own each time,
 * which V8 keeps, together with the request that the getter sees, until the next full collection.
 */
export class RequestContext {
  readonly req: ApiRequest;
  readonly res: Response;
  readonly requestId: string;
  /** Values of the path's placeholders, decoded. */
  params: Readonly<Record<string, string>> = {};
  /** The operation of the contract that the request asks for. */
  operation: OperationId | undefined = undefined;
  /** The App that signed the request. */
  app: CallingApp | undefined = undefined;
  /** Body bytes as received; empty without a body. */
  rawBody: Buffer = NO_BODY;
  /** The parsed body; undefined where none belongs. */
  body: unknown = undefined;
  /** The error that the request was answered with. */
  refusal: ErrorName | undefined = undefined;
  #abort: AbortController | undefined = undefined;
  #ip: string | undefined = undefined;

  constructor(req: ApiRequest, res: Response) {
    this.req = req;
    this.res = res;
    this.requestId = requestIdOf(req);
    // Express's own methods look for it there.
    req.res = res;
  }

  get headers(): ApiRequest['headers'] {
    return this.req.headers;
  }

  /** The query, parsed by the contract's rules. */
  get query(): ApiRequest['query'] {
    return this.req.query;
  }

  /** The path that is asked for; null for a target without one, such as `http://`, or one that no URL parser reads. */
  get path(): string | null {
    try {
      // Null for the first kind, whatever its type says.
      return this.req.path;
    } catch {
      return null;
    }
  }

  /** The caller's address; Express follows `X-Forwarded-For` through trusted proxies only. */
  get ip(): string {
    return (this.#ip ??= this.req.ip ?? '');
  }

  get language(): Language {
    const { length } = this.req.headers['accept-language'] ?? '';
    if (length === 0 || length > MAX_LANGUAGE_CHARS) return 'zh';
    return this.req.acceptsLanguages('zh', 'en') === 'en' ? 'en' : 'zh';
  }

  /** The App that signed the request. @throws Error on a route that needs no signature. */
  get caller(): CallingApp {
    if (!this.app) throw new Error('the request is not authenticated');
    return this.app;
  }

  /** Whether the request has been answered or its caller has gone. */
  get aborted(): boolean {
    return this.res.closed;
  }

  /** Aborts when the request has been answered or its caller has gone. Made when first asked for, as it is not cheap. */
  get signal(): AbortSignal {
    if (this.#abort) return this.#abort.signal;
    const controller = (this.#abort = new AbortController());
    if (this.res.closed) controller.abort(REQUEST_CLOSED);
    else this.res.once('close', () => controller.abort(REQUEST_CLOSED));
    return controller.signal;
  }
}
