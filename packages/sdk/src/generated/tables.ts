// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

import type {
  ErrorName,
  FailureCode,
  IntentAction,
  IntentStatus,
  RetryAdvice,
  SharedErrorName,
} from './types.ts';

/** Every operation: how it is called, and the errors that are its own. */
export const ROUTES = {
  getHealth: {
    method: 'GET',
    path: '/api/v1/health',
    isSigned: false,
    errors: ['UNHEALTHY', 'DATABASE_UNAVAILABLE'],
  },
  createIntent: {
    method: 'POST',
    path: '/api/v1/intents',
    isSigned: true,
    errors: ['MEDIA_TYPE_UNSUPPORTED', 'IDEMPOTENCY_KEY_REUSED'],
  },
  listIntents: {
    method: 'GET',
    path: '/api/v1/intents',
    isSigned: true,
    errors: [],
  },
  getIntent: {
    method: 'GET',
    path: '/api/v1/intents/:id',
    isSigned: true,
    errors: ['INTENT_NOT_FOUND', 'NOT_OWNER'],
  },
  updateIntent: {
    method: 'PUT',
    path: '/api/v1/intents/:id',
    isSigned: true,
    errors: ['INTENT_NOT_FOUND', 'NOT_OWNER', 'MEDIA_TYPE_UNSUPPORTED', 'UPDATE_REFUSED', 'VERSION_CONFLICT'],
  },
  cancelIntent: {
    method: 'POST',
    path: '/api/v1/intents/:id/cancel',
    isSigned: true,
    errors: [
      'INTENT_NOT_FOUND',
      'NOT_OWNER',
      'CANCEL_REFUSED',
      'CANCEL_FAILED',
      'CANCEL_UNDECIDED',
      'VERSION_CONFLICT',
    ],
  },
  submitIntent: {
    method: 'POST',
    path: '/api/v1/intents/:id/submit',
    isSigned: true,
    errors: ['INTENT_NOT_FOUND', 'NOT_OWNER', 'SUBMIT_REFUSED', 'VERSION_CONFLICT'],
  },
  deleteIntent: {
    method: 'DELETE',
    path: '/api/v1/intents/:id',
    isSigned: true,
    errors: ['INTENT_NOT_FOUND', 'NOT_OWNER', 'DELETE_REFUSED', 'VERSION_CONFLICT'],
  },
  listIntentEvents: {
    method: 'GET',
    path: '/api/v1/intents/:id/events',
    isSigned: true,
    errors: ['INTENT_NOT_FOUND', 'NOT_OWNER'],
  },
} as const;

/** Errors that every signed operation can answer with, beside its own. */
export const SHARED_ERRORS: readonly SharedErrorName[] = [
  'APP_UNKNOWN',
  'TIMESTAMP_INVALID',
  'SIGNATURE_INVALID',
  'IP_NOT_ALLOWED',
  'PERMISSION_MISSING',
  'RATE_LIMITED',
  'BODY_MALFORMED',
  'VALIDATION_FAILED',
  'URL_TOO_LONG',
  'BODY_TOO_LARGE',
  'HTTPS_REQUIRED',
  'INTERNAL',
  'UNAVAILABLE',
];

/** An error in short. `texts` tell it from another with the same code, status and shape of data. */
export type ErrorRow = readonly [
  code: number,
  status: number,
  retry: RetryAdvice,
  fix: string,
  dataKeys: readonly string[],
  texts?: readonly string[],
];

export const ERRORS: Record<ErrorName, ErrorRow> = {
  VALIDATION_FAILED: [40001, 400, 'never', 'Correct each field that `data.errors` names.', ['errors']],
  UPDATE_REFUSED: [
    40002,
    400,
    'never',
    'Update only in one of `data.allowedStatuses`.',
    ['currentStatus', 'allowedStatuses'],
  ],
  SUBMIT_REFUSED: [
    40002,
    400,
    'never',
    'Submit a draft only; an intent created without `draft` is submitted already.',
    ['currentStatus', 'allowedStatuses'],
  ],
  BODY_MALFORMED: [
    40003,
    400,
    'never',
    'Send one JSON object in valid UTF-8 on POST and PUT, and no body on GET, DELETE, cancel and submit.',
    [],
  ],
  REQUEST_MALFORMED: [
    40003,
    400,
    'never',
    'Send HTTP/1.1 with headers of at most 64 KB, through a client library.',
    [],
  ],
  CANCEL_REFUSED: [
    40003,
    400,
    'never',
    'Cancel only while the intent is SUBMITTED or PROCESSING.',
    ['currentStatus', 'reason'],
  ],
  DELETE_REFUSED: [
    40004,
    400,
    'never',
    'Delete only a DRAFT, FAILED or CANCELLED intent.',
    ['currentStatus', 'reason'],
  ],
  SIGNATURE_INVALID: [
    40101,
    401,
    'never',
    'Sign METHOD + PATH + TIMESTAMP + BODY over the exact bytes sent, with the secret of this App.',
    [],
  ],
  TIMESTAMP_INVALID: [
    40102,
    401,
    'clock',
    'Send Unix milliseconds, 13 digits, within 5 minutes of the server clock.',
    [],
  ],
  APP_UNKNOWN: [40103, 401, 'never', 'Check X-App-Id; a disabled App answers the same.', []],
  IP_NOT_ALLOWED: [
    40301,
    403,
    'never',
    "Add the caller's address to the App's allow list.",
    [],
    ['IP 不在白名单中', 'The caller address is not on the allow list'],
  ],
  HTTPS_REQUIRED: [
    40301,
    403,
    'never',
    'Call the https address.',
    [],
    ['必须使用 HTTPS', 'HTTPS is required'],
  ],
  NOT_OWNER: [
    40301,
    403,
    'never',
    'Use the App that created the intent.',
    [],
    ['无权访问该意图', 'The intent belongs to another App'],
  ],
  PERMISSION_MISSING: [40302, 403, 'never', 'Grant the App `intents:read` or `intents:write`.', []],
  ROUTE_NOT_FOUND: [40400, 404, 'never', 'Check path and spelling; paths are exact and case-sensitive.', []],
  INTENT_NOT_FOUND: [40401, 404, 'never', 'Check the id; deleted intents are gone for good.', []],
  METHOD_NOT_ALLOWED: [40500, 405, 'never', 'Use a method that the `Allow` header names.', []],
  IDEMPOTENCY_KEY_REUSED: [
    40901,
    409,
    'never',
    'Use a new key, and a new timestamp with its signature, for a new purchase.',
    [],
  ],
  VERSION_CONFLICT: [
    40902,
    409,
    'never',
    'Read the intent again and decide anew; `data.currentVersion` is what stands.',
    ['currentVersion'],
  ],
  BODY_TOO_LARGE: [41301, 413, 'never', 'Send a smaller body.', []],
  URL_TOO_LONG: [41401, 414, 'never', 'Send fewer or shorter query parameters.', []],
  MEDIA_TYPE_UNSUPPORTED: [41501, 415, 'never', 'Send `Content-Type: application/json`, uncompressed.', []],
  RATE_LIMITED: [42901, 429, 'later', 'Wait until `X-RateLimit-Reset`.', []],
  INTERNAL: [
    50001,
    500,
    'later',
    'Repeat the call (a create with the same Idempotency-Key); report the request id if it stays.',
    [],
  ],
  UNHEALTHY: [50001, 503, 'later', 'Wait; the service is starting or stopping.', ['status', 'timestamp']],
  DATABASE_UNAVAILABLE: [
    50002,
    503,
    'later',
    'Wait; accepted intents are safe.',
    ['status', 'timestamp', 'details'],
  ],
  CANCEL_FAILED: [
    50003,
    500,
    'never',
    'The platform order stands; read the intent for its further course.',
    ['reason'],
  ],
  CANCEL_UNDECIDED: [
    50301,
    503,
    'later',
    'Repeat the cancel after `Retry-After`; repeating is safe.',
    [],
    ['取消请求已登记，平台尚未答复', 'The cancellation is on record, the platform has not answered yet'],
  ],
  UNAVAILABLE: [
    50301,
    503,
    'later',
    'Repeat the call after `Retry-After`.',
    [],
    ['服务暂时不可用', 'The service is temporarily unavailable'],
  ],
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

/** Statuses that an intent does not leave any more. */
export const FINAL_STATUSES: readonly IntentStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** What a `failureCode` means. */
export interface Failure {
  /** May a new intent with the same content succeed? */
  retryable: boolean;
  /** Who has to act before it can. */
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
  cancelWaitMs: 20000,
  ratesPerSecond: { create: 10, read: 100, write: 20, general: 100 },
} as const;

/** Names of the headers that carry the signature. */
export const SIGNING_HEADERS = {
  appId: 'x-app-id',
  timestamp: 'x-timestamp',
  signature: 'x-signature',
} as const;
