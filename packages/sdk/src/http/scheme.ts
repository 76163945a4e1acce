import type { CallFacts, ProcurementIntentsError, RefusalFacts } from '../errors.ts';
import type { FetchResponse } from '../runtime-types.ts';
import type { RateBucket } from './rate-limiter.ts';

/** The error of an attempt: an ApiError or BearerError has all of these parts, a ConnectionError none. */
export interface AttemptError extends ProcurementIntentsError {
  status?: number;
  code?: number | string;
  data?: unknown;
  requestId?: string | null;
}

/** The parts of a request that do not change between attempts. */
export interface Prepared {
  facts: CallFacts;
  method: string;
  /** Absolute URL; ends with `path`. */
  url: string;
  path: string;
  body: string;
  headers: Record<string, string>;
  /** `null` for a request that is neither signed nor rate-limited. */
  bucket: RateBucket | null;
  /** How often it counts in its bucket. */
  weight: number | undefined;
  /** Whether the result is the answer itself, whose body the caller reads. */
  isStreamed: boolean | undefined;
  credentials: Credentials;
  /** Whether it may be sent again although an earlier attempt may have been carried out. */
  isRepeatable: boolean;
  /** Called when the time of the call begins, with its limit of retries, and its attempts, which still grow. */
  onStart: ((course: { maxRetries: number; attempts: number }) => void) | undefined;
}

/** Method and path of an operation, and the rate limit that counts it (none without authentication). */
export type Route = readonly [method: string, path: string, bucket: RateBucket | null];

/** What authenticates the attempts of one call. Only it knows of signatures or tokens. */
export interface Credentials {
  /** The headers that authenticate one attempt. */
  authorize(request: Prepared): object | Promise<object>;
  /**
   * How long to wait before the request is sent again with other headers, in milliseconds; `false` when they do not help.
   * Asked once for each code of an error.
   */
  remedy(error: AttemptError): number | false;
}

/** How the requests of a client are authenticated, and how their responses are read. */
export interface Scheme {
  /** By operation. */
  routes: Readonly<Record<string, Route>>;
  /** What errors call the id in a path. */
  idName: 'intentId' | 'resourceId';
  /** The credentials of one call. */
  forCall(): Credentials;
  /** The data of a response. @throws an error made of `facts` when the response is a refusal. */
  readData(text: string, response: FetchResponse, facts: () => RefusalFacts): unknown;
}
