import type { ProcurementIntents } from '../client.ts';
import type { CommonOptions, SecretOptions } from '../client-options.ts';
import type { BearerResources } from '../generated/bearer-resources.ts';
import type { BearerErrorsByCode, BearerOperations, CreateRequestBody } from '../generated/bearer-types.ts';
import type {
  CreateIntentBody,
  ErrorName,
  FailureCode,
  Intent,
  OperationId,
  Permission,
  Platform,
} from '../generated/types.ts';
import type { FetchResponse, GlobalInstance, Signal } from '../runtime-types.ts';
import type {
  TestApiKey,
  TestCompanyMembers,
  TestCompanyOptions,
  TestOAuthClient,
  TestPerson,
} from './company-types.ts';
import type { TestWebhookHandler } from './webhooks/webhook-handler.ts';

export type * from './company-types.ts';

/** The `Response` of the runtime. */
export type TestResponse = GlobalInstance<'Response', FetchResponse & { json(): Promise<unknown> }>;

/** The parts of a `Request` that the service reads. */
export interface TestRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: { get(name: string): string | null };
  readonly signal: { readonly aborted: boolean; readonly reason?: unknown };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The parts of the second argument of `fetch` that the service reads. */
export interface TestRequestInit {
  method?: string;
  headers?: Record<string, string> | { get(name: string): string | null };
  body?: string | Uint8Array | null;
  signal?: Signal | null;
  redirect?: 'error' | 'follow' | 'manual';
}

/** Permissions of an App. */
export type TestPermission = Permission;

/** An App that the service knows. */
export interface TestApp {
  appId: string;
  appSecret: string;
  permissions: readonly TestPermission[];
}

/** An App to register; by default with the two permissions of intents. */
export type TestAppOptions = Omit<TestApp, 'permissions'> & Partial<TestApp>;

export interface TestServiceOptions extends TestCompanyMembers {
  /**
   * The start time of the service's clock, which then stops until it is advanced. Default: the clock runs with the
   * machine's, plus the time by which it was advanced. While it is stopped no second ends: the eleventh create waits
   * for `clock.advance(1000)` or for higher `limits`. With a time far from the machine's, a client sends its first
   * call twice.
   */
  now?: Date | string | number | undefined;
  /** Milliseconds that an intent stays SUBMITTED. Default 0: the next read shows the purchase completed. */
  graceMs?: number | undefined;
  /** Receives what is sent to webhook endpoints, whatever their addresses: see {@link TestService.deliverWebhooks}. */
  onWebhook?: TestWebhookHandler | undefined;
  /** Default: one App, `app_test`, that may do all but draft alone. Calls of any other App are refused (40103). */
  apps?: readonly [TestAppOptions, ...TestAppOptions[]] | undefined;
  /**
   * Requests per second and App, instead of the real limits: 10 creates, 100 reads, 20 changes, 100 in all; `bearer`: of one
   * credential of the company's side, 100.
   */
  limits?: Partial<Record<'create' | 'read' | 'write' | 'general' | 'bearer', number>> | undefined;
}

export interface TestClock {
  /**
   * The time of the service.
   *
   * @example const today = service.clock.now().toISOString();
   */
  now(): Date;
  /**
   * Advances the clock by `ms` (0 or more); every purchase takes the steps that are due by then.
   *
   * @example service.clock.advance(5_000);
   */
  advance(ms: number): void;
}

/**
 * Selects purchases: every given part must match, a text exactly. `{}` matches all purchases; another part is a TypeError.
 */
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
  /** The parcel has shipped: a cancellation is refused with `CANCEL_FAILED` (50003). Default `false`. */
  isShipped?: boolean | undefined;
  /** Yuan that a cancellation costs. Default 0. */
  cancellationFee?: number | undefined;
}

/** How a purchase fails. */
export interface Failing {
  /** Milliseconds from the start of the purchase. Default 0. */
  afterMs?: number | undefined;
  /** Yuan that cancelling its order has cost, with `PROCESSING_TIMEOUT`. Default 0. */
  cancellationFee?: number | undefined;
  /** An order that appears although the purchase has failed without one, and that the platform does not take back. */
  lateOrder?: {
    /** Milliseconds after the failure. Default 0. */
    afterMs?: number | undefined;
    /** Yuan that it costs. Default the total of the intent. */
    amountPaid?: number | undefined;
  };
}

/**
 * Rules for the outcome of purchases. Without a rule they complete at once. The newest matching rule decides at each
 * step, so a purchase on hold continues when it gets another rule.
 */
export interface Purchases {
  /**
   * The purchases complete.
   *
   * @example service.purchases.complete({ title: /键盘/ }, { afterMs: 60_000, amountPaid: 95 });
   */
  complete(match: PurchaseMatch, how?: Completion): void;
  /**
   * The purchases fail.
   *
   * @throws RangeError for a fee or a late order that a failure with this code cannot have; TypeError for an unknown code.
   * @example service.purchases.fail({ userId: 'user_1' }, 'OUT_OF_STOCK');
   */
  fail(match: PurchaseMatch, code: FailureCode, how?: Failing): void;
  /**
   * The purchases stay PROCESSING, where they can be cancelled.
   *
   * @example service.purchases.hold({}, { cancellationFee: 5 });
   */
  hold(match: PurchaseMatch, how?: Holding): void;
  /**
   * The product page shows no product, so create and submit are refused with `VALIDATION_FAILED` (40001).
   *
   * @example service.purchases.hidePage({ productUrl: /sold-out/ });
   */
  hidePage(match: PurchaseMatch): void;
}

/** A failure of a request. */
export type Fault =
  /**
   * The service refuses the request, with an example of the error's `data` by default. Nothing is done. Operations of the
   * company's side have the codes of theirs, as `conflict`, beside the names of all.
   */
  | { error: ErrorName | keyof BearerErrorsByCode; data?: unknown; retryAfterSeconds?: number }
  /** A proxy responds instead of the service. Nothing is done. */
  | { status: number; body?: string; headers?: Record<string, string> }
  /**
   * The connection breaks: before the service receives the request, or after it has acted, so that its response is
   * lost.
   */
  | { drop: 'request' | 'answer' }
  /** The response takes this many milliseconds more of real time; with `Infinity` it never comes. */
  | { delayMs: number };

/** An operation of the company's side that the service in memory has, as errors of the client name it. */
export type TestCompanyOperation =
  | Extract<
      keyof BearerOperations,
      `${'profile' | 'suppliers' | 'contracts' | 'purchaseRequests' | 'orders' | 'reports'}.${string}`
    >
  | 'oauth.token'
  | 'auth.login'
  | 'auth.logout';

/** A request that the service received. */
export interface ReceivedRequest {
  /** `null` for a path and method without an operation. */
  operation: OperationId | TestCompanyOperation | null;
  method: string;
  /** Path and query. */
  path: string;
  /** `null` without a response. */
  status: number | null;
}

/** The part of msw's `http` that {@link TestService.handlers} uses. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { request: TestRequest }) => Promise<TestResponse>): Handler;
}

/** Options of a client of the service in memory: those of every client, except how it reaches the service. */
export type TestClientOptions = Partial<Pick<SecretOptions, 'appSecret'>> &
  Partial<Omit<CommonOptions, 'baseUrl' | 'fetch'>>;

/** The service in memory: see {@link createTestService}. */
export interface TestService {
  /**
   * Replaces the global `fetch`: responds to every request, whatever its host.
   *
   * @example globalThis.fetch = service.fetch;
   */
  fetch(
    input: string | { readonly href: string } | TestRequest,
    init?: TestRequestInit,
  ): Promise<TestResponse>;
  /**
   * A client of the first App, or of the App that `options` name. Each client has its own rate limiter.
   *
   * @example const intent = await service.client().intents.get(id);
   */
  client(options?: TestClientOptions): ProcurementIntents;
  /**
   * A client of the company's side (`/v1`), with the first API key unless `options` name another credential.
   *
   * @example const { displayName } = await service.company({ credential: logIn(approver) }).profile.get();
   */
  company(options?: TestCompanyOptions): BearerResources;
  /**
   * Handlers for msw, for code with its own client. Those of the company's side need a `baseUrl`: `/v1` of any host would be
   * other services as well.
   *
   * @example setupServer(...service.handlers(http)).listen();
   * @param baseUrl - address of the service in this code. Default: any.
   */
  handlers<Handler>(http: MswHttp<Handler>, baseUrl?: string): Handler[];
  /**
   * Sends what is due to the webhook endpoints of all Apps, signed as the service signs, to `onWebhook`, and returns how many
   * requests that were. A failed one is due again after a pause: advance the clock. An endpoint that takes nothing for days is
   * told of and disabled as the service does it; the next call sends these events to the App's other endpoints.
   *
   * @example await service.deliverWebhooks();
   * @throws TypeError when the service was made without `onWebhook`.
   */
  deliverWebhooks(): Promise<number>;
  readonly clock: TestClock;
  readonly purchases: Purchases;
  /**
   * Makes the next requests of an operation fail; `'*'` is any operation. Each fault applies to one request, or to
   * `times`.
   *
   * @example service.fail('createIntent', { drop: 'answer' }, { times: 2 });
   * @throws TypeError for an operation, an error or a part of a fault that does not exist.
   */
  fail(operation: OperationId | TestCompanyOperation | '*', fault: Fault, options?: { times?: number }): void;
  /** The people of the company, with their passwords. */
  readonly people: readonly [TestPerson, ...TestPerson[]];
  /** The API keys of the company. */
  readonly apiKeys: readonly TestApiKey[];
  /** The OAuth clients of the company, for `clientCredentials`. */
  readonly oauthClients: readonly TestOAuthClient[];
  /** The first App, with its secret. */
  readonly app: Readonly<TestApp>;
  /**
   * A body that `create` accepts, with `changes`.
   *
   * @example await client.intents.create(service.order({ quantity: 2 }));
   */
  order(changes?: Partial<CreateIntentBody>): CreateIntentBody & { platform: Platform };
  /**
   * A body that `purchaseRequests.create` accepts, with `changes`.
   *
   * @example await service.company().purchaseRequests.create(service.purchaseRequest({ quantity: 2 }));
   */
  purchaseRequest(changes?: Partial<CreateRequestBody>): CreateRequestBody;
  /**
   * All intents in their current state, oldest first, with the phone in full.
   *
   * @example assert.equal(service.intents().length, 1);
   */
  intents(): Intent[];
  /** All requests so far, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /**
   * Clears intents, webhook endpoints, all that the company has recorded, tokens, rules, faults, requests and counts; the clock
   * keeps its time.
   *
   * @example afterEach(() => service.reset());
   */
  reset(): void;
}
