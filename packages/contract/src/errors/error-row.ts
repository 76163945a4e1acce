import type { z } from 'zod';

/**
 * Whether a client may send the same request again:
 * `never` (change it first), `later` (after `Retry-After`, else `X-RateLimit-Reset`, else a back-off),
 * `clock` (once, after correcting its clock by the response's `Date`), `sign` (once, signed again with a new
 * timestamp).
 */
export type RetryAdvice = 'never' | 'later' | 'clock' | 'sign';

export interface ErrorRow {
  /** Business code in the envelope. */
  code: number;
  /** HTTP status. */
  status: number;
  zh: string;
  en: string;
  /** For the reference: what has happened, from the caller's point of view. */
  cause: string;
  causeZh: string;
  /** Schema of `data`; `null` when the error carries none. */
  data: z.ZodType | null;
  retry: RetryAdvice;
  /** For the reference: what the caller does about the error. */
  fix: string;
  fixZh: string;
  /** An example of `data`. */
  example: unknown;
  /** Only calls with a signature, and the health check, have it as their answer: the bearer scheme has no code for it. */
  isSignedOnly?: true;
}
