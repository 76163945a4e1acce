import type { Language } from '@procurement-intents/contract';
import type { Response } from 'express';
import type { Holder, FoundCredential } from '@procurement-intents/domain/bearer';
import type { CallingApp } from '../client-apps/app-directory.ts';
import type { CallerShares } from '../fair-share/caller-shares.ts';
import { NO_BODY } from './body/request-body.ts';
import type { ApiRequest } from './messages.ts';
import { requestIdOf } from './request-id.ts';

// Browsers send less. Parsing a list of 60 KB would block the event loop for 40 ms.
const MAX_LANGUAGE_CHARS = 256;
/**
 * The reason of the signal of a request that is over. Created once: the default one captures a stack for each request, at ten
 * times the cost of the abort itself.
 */
export const REQUEST_CLOSED = new DOMException('the request is over', 'AbortError');

/** Whom a request without an admission is counted for. */
export interface CallerKeys {
  /** A known App at its address, or the address. */
  caller: string;
  /** All known Apps of the address; null for a request that names none. */
  apps: string | null;
}

/** An operation of a contract, by its id there. */
export interface MatchedOperation {
  readonly id: string;
  readonly method: string;
  /** With parameters as `:name`. */
  readonly path: string;
}

/**
 * A request, and what the steps of the pipeline find out about it.
 *
 * A class, so that the getters are on the prototype: V8 creates a hidden class for each object literal with a getter,
 * and keeps it, with the request that the getter uses, until the next full garbage collection.
 */
export class RequestContext {
  readonly req: ApiRequest;
  readonly res: Response;
  readonly requestId: string;
  /** Values of the path's placeholders, decoded. */
  params: Readonly<Record<string, string>> = {};
  /** The operation of the contract that the request asks for. */
  operation: MatchedOperation | undefined = undefined;
  /** The App that the signed call names, whether it has signed it or not. */
  namedApp: CallingApp | undefined = undefined;
  /** The App that signed the request. */
  app: CallingApp | undefined = undefined;
  /** What became of the search for its bearer credential; null for a request without one. */
  credential: FoundCredential | null = null;
  /** Who holds the bearer credential that the request carries. */
  foundHolder: Holder | undefined = undefined;
  /** Where the caller waits for its turn to list; null for a caller whose turn it is. */
  listTurns: CallerShares | null = null;
  /** Body bytes as received; empty without a body. */
  rawBody: Buffer = NO_BODY;
  /** The parsed body; undefined for an operation without one. */
  body: unknown = undefined;
  /** The error that the request was answered with. */
  refusal: string | undefined = undefined;
  /** Whether it was counted as one too many by its rate limit. */
  isOverRate = false;
  /** Whether the rate limits of an App have let the request pass. */
  isAdmitted = false;
  /** Whether the request is among those that its caller may send without an admission. */
  isCounted = false;
  /** Whether the request has begun and is neither admitted nor answered. */
  isBegun = false;
  /** Whom it is counted for while it is on its way; null: for nobody. */
  watchedAs: CallerKeys | null = null;
  /** Headers of the response so far: names and values in turns, as `writeHead` takes them. */
  readonly #responseHeaders: string[] = [];
  #abort: AbortController | undefined = undefined;
  #ip: string | undefined = undefined;

  constructor(req: ApiRequest, res: Response) {
    this.req = req;
    this.res = res;
    this.requestId = requestIdOf(req);
    this.addHeader('X-Request-Id', this.requestId);
    // Express's methods expect the response there.
    req.res = res;
  }

  /** Adds a header to the response. No header is added twice. */
  addHeader(name: string, value: string): void {
    this.#responseHeaders.push(name, value);
  }

  /** The added headers and `last`. */
  headersWith(last: readonly string[]): string[] {
    return [...this.#responseHeaders, ...last];
  }

  /** Moves the added headers to the response, for code that reads them there or sends the response itself. */
  applyHeaders(): void {
    const headers = this.#responseHeaders.splice(0);
    for (let index = 0; index < headers.length; index += 2)
      this.res.setHeader(headers[index] as string, headers[index + 1] as string);
  }

  get headers(): ApiRequest['headers'] {
    return this.req.headers;
  }

  /** The query, parsed by the contract's rules. */
  get query(): ApiRequest['query'] {
    return this.req.query;
  }

  /** The path of the request target; null when it has none, such as `http://`, or cannot be parsed. */
  get path(): string | null {
    try {
      // Null for a target without a path, although its type is `string`.
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

  /** Who holds the bearer credential that the request carries. @throws Error on a route that needs none. */
  get holder(): Holder {
    if (!this.foundHolder) throw new Error('the request has no bearer credential');
    return this.foundHolder;
  }

  /**
   * Who shares what a process has for all: the App, or the person. Somebody may have as many sessions and keys as they like:
   * all of them together are one caller.
   */
  get callerId(): string {
    return this.app?.id ?? this.holder.userId ?? this.holder.id;
  }

  /** Runs `work`, which costs as much as a list, when it is the caller's turn. @throws ApiError `RATE_LIMITED`. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.listTurns === null ? work() : this.listTurns.run(this.callerId, this, work);
  }

  /** Whether the request has been answered or its client has disconnected. */
  get aborted(): boolean {
    return this.res.closed;
  }

  /** Aborts when the request has been answered or its client has disconnected. Created on first use: it is costly. */
  get signal(): AbortSignal {
    if (this.#abort) return this.#abort.signal;
    const controller = (this.#abort = new AbortController());
    if (this.res.closed) controller.abort(REQUEST_CLOSED);
    else this.res.once('close', () => controller.abort(REQUEST_CLOSED));
    return controller.signal;
  }
}
