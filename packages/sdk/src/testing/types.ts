import type { ProcurementIntents, SecretOptions } from '../client.ts';
import type {
  CreateIntentBody,
  ErrorName,
  FailureCode,
  Intent,
  OperationId,
  Platform,
} from '../generated/types.ts';
import type { FetchResponse, GlobalInstance, Signal } from '../runtime-types.ts';

/** The `Response` of the runtime. */
export type TestResponse = GlobalInstance<'Response', FetchResponse & { json(): Promise<unknown> }>;

/** What the service reads of a `Request`. */
export interface TestRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: { get(name: string): string | null };
  readonly signal: { readonly aborted: boolean; readonly reason?: unknown };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** What the service reads of the second argument of `fetch`. */
export interface TestRequestInit {
  method?: string;
  headers?: Record<string, string> | { get(name: string): string | null };
  body?: string | Uint8Array | null;
  signal?: Signal | null;
  redirect?: 'error' | 'follow' | 'manual';
}

/** What an App may do. */
export type TestPermission = 'intents:read' | 'intents:write';

/** An App that the service knows. */
export interface TestApp {
  appId: string;
  appSecret: string;
  permissions: readonly TestPermission[];
}

/** An App to be known; it has both permissions unless told otherwise. */
export type TestAppOptions = Omit<TestApp, 'permissions'> & Partial<TestApp>;

export interface TestServiceOptions {
  /**
   * When the service's clock begins; it then stands still until it is advanced. Default: it runs with the machine's
   * own, ahead of it by what it has been advanced. While it stands still no second ends: the eleventh create waits for
   * `clock.advance(1000)` or for higher `limits`. Far from the machine's time, a client's first call is sent twice.
   */
  now?: Date | string | number | undefined;
  /** Milliseconds that an intent stays SUBMITTED. Default 0: whoever looks next finds the purchase done. */
  graceMs?: number | undefined;
  /** Default: one App, `app_test`. Calls of an App that is not here are refused (40103). */
  apps?: readonly [TestAppOptions, ...TestAppOptions[]] | undefined;
  /** Requests a second and App, in place of the real limits: 10 creates, 100 reads, 20 changes, 100 in all. */
  limits?: Partial<Record<'create' | 'read' | 'write' | 'general', number>> | undefined;
}

export interface TestClock {
  now(): Date;
  /** Moves the clock on by `ms` (0 or more); every purchase takes the steps that have become due by then. */
  advance(ms: number): void;
}

/** The purchases that a rule is for: each part given must fit, a text exactly. `{}` is for all of them. */
export interface PurchaseMatch {
  productUrl?: string | RegExp | undefined;
  title?: string | RegExp | undefined;
  userId?: string | RegExp | undefined;
}

export interface Completion {
  /** Milliseconds in PROCESSING before the platform confirms the order. Default 0. */
  afterMs?: number | undefined;
  /** Yuan. Default: the total of the intent. */
  amountPaid?: number | undefined;
  /** Milliseconds from completion to the tracking number, `null` for no tracking. Default 1000. */
  shipAfterMs?: number | null | undefined;
}

export interface Holding {
  /** The parcel has left already: a cancellation is refused with `CANCEL_FAILED` (50003). Default `false`. */
  isShipped?: boolean | undefined;
  /** Yuan that a cancellation costs. Default 0. */
  cancellationFee?: number | undefined;
}

/**
 * What becomes of purchases. Without a rule they complete at once. The newest rule that fits decides, at the moment of
 * each step, so that a purchase on hold goes on when it gets another rule.
 */
export interface Purchases {
  complete(match: PurchaseMatch, how?: Completion): void;
  fail(match: PurchaseMatch, code: FailureCode, how?: { afterMs?: number }): void;
  /** They stay PROCESSING, where they can be cancelled. */
  hold(match: PurchaseMatch, how?: Holding): void;
  /** Their address shows no product, so that create and submit are refused with `VALIDATION_FAILED` (40001). */
  hidePage(match: PurchaseMatch): void;
}

/** What goes wrong with a request. */
export type Fault =
  /** The service refuses it, with an example of the error's `data` unless given. Nothing is done. */
  | { error: ErrorName; data?: unknown; retryAfterSeconds?: number }
  /** Something before the service answers in its place. Nothing is done. */
  | { status: number; body?: string; headers?: Record<string, string> }
  /** The connection breaks: before the service gets the request, or when it has done all and its answer is lost. */
  | { drop: 'request' | 'answer' }
  /** It takes so many milliseconds more of real time; with `Infinity` nothing ever comes. */
  | { delayMs: number };

/** A request that the service received. */
export interface ReceivedRequest {
  /** `null` for a path or method that is no operation. */
  operation: OperationId | null;
  method: string;
  /** With its query. */
  path: string;
  /** `null` when no answer was given. */
  status: number | null;
}

/** The part of msw's `http` that {@link TestService.handlers} uses. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { request: TestRequest }) => Promise<TestResponse>): Handler;
}

/** The service in memory: see {@link createTestService}. */
export interface TestService {
  /** In place of the global `fetch`: answers every request, whatever its host. */
  fetch(
    input: string | { readonly href: string } | TestRequest,
    init?: TestRequestInit,
  ): Promise<TestResponse>;
  /** A client of the first App, or of the one that `options` name. Each paces itself for itself. */
  client(options?: Partial<Pick<SecretOptions, 'appId' | 'appSecret' | 'timeoutMs'>>): ProcurementIntents;
  /**
   * Handlers for msw, for code that brings its own client: `setupServer(...service.handlers(http))`.
   *
   * @param baseUrl - address of the service as that code has it. Default: any.
   */
  handlers<Handler>(http: MswHttp<Handler>, baseUrl?: string): Handler[];
  readonly clock: TestClock;
  readonly purchases: Purchases;
  /** Makes the next requests of an operation go wrong; `'*'` is any operation. One fault meets one request. */
  fail(operation: OperationId | '*', fault: Fault, options?: { times?: number }): void;
  /** The first App, with its secret. */
  readonly app: Readonly<TestApp>;
  /** A body that `create` accepts, with `changes`. */
  order(changes?: Partial<CreateIntentBody>): CreateIntentBody & { platform: Platform };
  /** All intents as they stand, oldest first, with the phone in full. */
  intents(): Intent[];
  /** All requests so far, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** Forgets intents, rules, faults, requests and counts; the clock stays where it is. */
  reset(): void;
}
