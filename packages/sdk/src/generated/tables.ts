// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

import type { ErrorName, FailureCode, IntentAction, IntentStatus, OperationId } from './types.ts';

/**
 * Method and path of an operation, the rate limit that counts it (none for unsigned ones), and those of its
 * own errors that share code and presence of data with another error.
 */
export type RouteRow = readonly [
  method: string,
  path: string,
  bucket: keyof typeof LIMITS.ratesPerSecond | null,
  errors: readonly ErrorName[],
];

export const ROUTES: Record<OperationId, RouteRow> = {
  getHealth: ['GET', '/api/v1/health', null, []],
  createIntent: ['POST', '/api/v1/intents', 'create', []],
  listIntents: ['GET', '/api/v1/intents', 'read', ['LIST_TOO_COSTLY']],
  getIntent: ['GET', '/api/v1/intents/:id', 'read', ['NOT_OWNER']],
  updateIntent: ['PUT', '/api/v1/intents/:id', 'write', ['NOT_OWNER', 'UPDATE_REFUSED']],
  cancelIntent: ['POST', '/api/v1/intents/:id/cancel', 'write', ['NOT_OWNER', 'CANCEL_UNDECIDED']],
  submitIntent: ['POST', '/api/v1/intents/:id/submit', 'write', ['NOT_OWNER', 'SUBMIT_REFUSED']],
  deleteIntent: ['DELETE', '/api/v1/intents/:id', 'write', ['NOT_OWNER']],
  listIntentEvents: ['GET', '/api/v1/intents/:id/events', 'read', ['NOT_OWNER']],
};

/**
 * Each error as a number: its code, then a digit that adds 1 when the same call may succeed later and 2 when
 * it has data. Of the errors with one code, the most common comes first.
 */
export const ERRORS: Record<ErrorName, number> = {
  VALIDATION_FAILED: 400012,
  BODY_MALFORMED: 400030,
  SIGNATURE_INVALID: 401010,
  TIMESTAMP_INVALID: 401020,
  APP_UNKNOWN: 401030,
  IP_NOT_ALLOWED: 403012,
  HTTPS_REQUIRED: 403010,
  PERMISSION_MISSING: 403020,
  BODY_TOO_LARGE: 413010,
  URL_TOO_LONG: 414010,
  RATE_LIMITED: 429011,
  INTERNAL: 500011,
  UNAVAILABLE: 503011,
  UPDATE_REFUSED: 400022,
  SUBMIT_REFUSED: 400022,
  CANCEL_REFUSED: 400032,
  DELETE_REFUSED: 400042,
  NOT_OWNER: 403010,
  INTENT_NOT_FOUND: 404010,
  IDEMPOTENCY_KEY_REUSED: 409012,
  SIGNATURE_REUSED: 409010,
  VERSION_CONFLICT: 409022,
  MEDIA_TYPE_UNSUPPORTED: 415010,
  UNHEALTHY: 500013,
  DATABASE_UNAVAILABLE: 500023,
  CANCEL_FAILED: 500032,
  CANCEL_UNDECIDED: 503011,
  LIST_TOO_COSTLY: 503010,
  REQUEST_MALFORMED: 400030,
  ROUTE_NOT_FOUND: 404000,
  METHOD_NOT_ALLOWED: 405000,
};

/**
 * Parts of `message` that distinguish an error from others with the same code and the same presence of data.
 */
export const MARKERS: Partial<Record<ErrorName, readonly string[]>> = {
  HTTPS_REQUIRED: ['HTTPS', 'required'],
  NOT_OWNER: ['无权', 'belongs'],
  CANCEL_UNDECIDED: ['取消', 'cancellation'],
  UNAVAILABLE: ['服务', 'temporarily'],
  LIST_TOO_COSTLY: ['列表', 'filters'],
};

/** The statuses that each action may start from. */
export const ALLOWED_FROM: Record<IntentAction, readonly IntentStatus[]> = {
  update: ['DRAFT', 'SUBMITTED'],
  submit: ['DRAFT'],
  cancel: ['SUBMITTED', 'PROCESSING'],
  delete: ['DRAFT', 'FAILED', 'CANCELLED'],
  start: ['SUBMITTED'],
  complete: ['PROCESSING'],
  fail: ['PROCESSING'],
};

/** Statuses that an intent never leaves. */
export const FINAL_STATUSES: readonly IntentStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** What a `failureCode` means. */
export interface Failure {
  /** May a new intent with the same content succeed? */
  retryable: boolean;
  /** Who has to act before a new intent can succeed. */
  actor: 'caller' | 'platform' | 'operator';
}

export const FAILURES: Record<FailureCode, Failure> = {
  PRODUCT_NOT_FOUND: { retryable: false, actor: 'caller' },
  OUT_OF_STOCK: { retryable: true, actor: 'platform' },
  PRICE_CHANGED: { retryable: false, actor: 'caller' },
  ADDRESS_UNDELIVERABLE: { retryable: false, actor: 'caller' },
  PLATFORM_REJECTED: { retryable: false, actor: 'platform' },
  PLATFORM_UNAVAILABLE: { retryable: true, actor: 'platform' },
  PROCESSING_TIMEOUT: { retryable: true, actor: 'operator' },
};

export const LIMITS = {
  processingMs: 30000,
  ratesPerSecond: { create: 10, read: 100, write: 20, general: 100 },
} as const;

/** Names of the headers that carry the signature. */
export const SIGNING_HEADERS = {
  appId: 'x-app-id',
  timestamp: 'x-timestamp',
  signature: 'x-signature',
} as const;
