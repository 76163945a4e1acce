import { z } from 'zod';
import type { RetryAdvice, SharedErrorName } from '../errors.ts';
import { EXAMPLE_REPLAY_ID, EXAMPLE_WEBHOOK_ID } from '../examples.ts';
import { INTENT_STATUSES } from '../intents/lifecycle.ts';
import { DISABLED_REASONS, type DisabledReason } from '../webhooks/states.ts';
import { SCOPE_NAMES } from './scopes.ts';

export interface BearerErrorRow {
  /** HTTP status. */
  status: number;
  zh: string;
  en: string;
  /** Schemas of the fields beside `code` and `message`. */
  extras: Record<string, z.ZodType>;
  retry: RetryAdvice;
  /** For the reference: what the caller does about the error. */
  fix: string;
  /** An example of the extras. */
  example: Record<string, unknown>;
}

const FieldErrors = z.array(z.object({ field: z.string(), message: z.string() })).meta({
  description: 'One entry for each invalid field; `field` is a dotted path.',
  example: [{ field: 'username', message: '必填' }],
});

/** Every error of the bearer scheme under /v1 and /auth, by its code. */
export const BEARER_ERRORS = {
  validation_failed: {
    status: 400,
    zh: '参数校验失败',
    en: 'Parameter validation failed',
    extras: { errors: FieldErrors },
    retry: 'never',
    fix: 'Correct each field that `errors` names. `body` stands for a body that is not one JSON object in UTF-8, or is not taken.',
    example: { errors: [{ field: 'username', message: '必填' }] },
  },
  unauthorized: {
    status: 401,
    zh: '凭证无效',
    en: 'The credential is missing or not valid',
    extras: {},
    retry: 'never',
    fix: 'Send `Authorization: Bearer` with an API key or token of this environment that has not been revoked.',
    example: {},
  },
  token_expired: {
    status: 401,
    zh: '令牌已过期',
    en: 'The token has expired',
    extras: {},
    retry: 'never',
    fix: 'Get a new token by the refresh token, or log in again.',
    example: {},
  },
  forbidden: {
    status: 403,
    zh: '不允许此操作',
    en: 'This is not allowed',
    extras: {
      reason: z.string().optional().meta({
        description: 'Which rule forbids it. A text to show, not to compare.',
        example: 'the old password is wrong',
      }),
      address: z.string().optional().meta({
        description:
          'The address that the service saw, when it is not on the allow list. At most 64 characters.',
        example: '198.51.100.7',
      }),
    },
    retry: 'never',
    fix: "Call by https, from an address on the credential's allow list, as the person whom the rule names.",
    example: { address: '198.51.100.7' },
  },
  insufficient_scope: {
    status: 403,
    zh: '凭证缺少所需的权限范围',
    en: 'The credential lacks the scope for this call',
    extras: {
      required_scope: z
        .enum(SCOPE_NAMES)
        .meta({ description: 'The scope that is missing.', example: 'read:purchase-requests' }),
    },
    retry: 'never',
    fix: 'Use a credential with the scope that `required_scope` names. Token, client and person must all have it.',
    example: { required_scope: 'read:purchase-requests' },
  },
  not_found: {
    status: 404,
    zh: '资源不存在',
    en: 'There is no such resource',
    extras: {},
    retry: 'never',
    fix: 'Check path and id; paths are exact and case-sensitive.',
    example: {},
  },
  method_not_allowed: {
    status: 405,
    zh: '请求方法不允许',
    en: 'The method is not allowed on this route',
    extras: {},
    retry: 'never',
    fix: 'Use a method that the `Allow` header names.',
    example: {},
  },
  conflict: {
    status: 409,
    zh: '与当前状态冲突',
    en: 'This conflicts with the current state',
    extras: {
      current_version: z.number().int().optional().meta({
        description: 'The version that stands, when `If-Match` names another; from 1.',
        minimum: 1,
        example: 3,
      }),
      reason: z.string().optional().meta({
        description: 'What it conflicts with. A text to show, not to compare.',
        example: 'the username is taken',
      }),
      current_status: z.enum(INTENT_STATUSES).optional().meta({
        description: 'The status of the intent, when it does not allow the call.',
        example: 'SUBMITTED',
      }),
      allowed_statuses: z
        .array(z.enum(INTENT_STATUSES))
        .optional()
        .meta({ description: 'The statuses that allow the submission of an intent.', example: ['DRAFT'] }),
      id: z.string().optional().meta({
        description: 'The webhook endpoint that has the address: `whk_` and 32 hex digits.',
        example: EXAMPLE_WEBHOOK_ID,
      }),
      disabled_reason: z
        .enum(Object.keys(DISABLED_REASONS) as DisabledReason[])
        .optional()
        .meta({ description: 'Why the webhook endpoint is disabled.', example: 'FAILING' }),
      replay_id: z.string().optional().meta({
        description: 'The replay that runs: `rpl_` and 32 hex digits.',
        example: EXAMPLE_REPLAY_ID,
      }),
      limit: z
        .number()
        .int()
        .optional()
        .meta({ description: 'How many records there may be, from 1.', minimum: 1, example: 20 }),
      oldest_cursor: z.string().min(1).max(16).optional().meta({
        description:
          'Where the events begin that are kept, when those after the cursor are not: 1 to 16 digits.',
        example: '104217',
      }),
    },
    retry: 'never',
    fix: 'Read the resource again and decide anew.',
    example: { current_version: 3 },
  },
  payload_too_large: {
    status: 413,
    zh: '请求体过大',
    en: 'The request body is too large',
    extras: {},
    retry: 'never',
    fix: 'Send a body of at most 1 MB.',
    example: {},
  },
  uri_too_long: {
    status: 414,
    zh: 'URL 过长',
    en: 'The URL is too long',
    extras: {},
    retry: 'never',
    fix: 'Send fewer or shorter query parameters: the URL may have 8192 characters.',
    example: {},
  },
  unsupported_media_type: {
    status: 415,
    zh: '请求体必须是 application/json',
    en: 'The request body must be application/json',
    extras: {},
    retry: 'never',
    fix: 'Send `Content-Type: application/json`, uncompressed.',
    example: {},
  },
  rate_limited: {
    status: 429,
    zh: '请求过于频繁',
    en: 'Rate limit exceeded',
    extras: {},
    retry: 'later',
    fix: 'Wait as long as `Retry-After` says.',
    example: {},
  },
  internal: {
    status: 500,
    zh: '服务器内部错误',
    en: 'Internal error',
    extras: {},
    retry: 'later',
    fix: 'Repeat the call (a create with the same Idempotency-Key); report the request id if it stays.',
    example: {},
  },
  unavailable: {
    status: 503,
    zh: '服务暂时不可用',
    en: 'The service is temporarily unavailable',
    extras: {},
    retry: 'later',
    fix: 'Repeat the call after `Retry-After`.',
    example: {},
  },
} as const satisfies Record<string, BearerErrorRow>;

export type BearerErrorCode = keyof typeof BEARER_ERRORS;
export const BEARER_ERROR_CODES = Object.keys(BEARER_ERRORS) as BearerErrorCode[];

type Extras<C extends BearerErrorCode> = (typeof BEARER_ERRORS)[C]['extras'];
/** What an error of this code has beside `code` and `message`. */
export type BearerErrorExtras<C extends BearerErrorCode> = z.infer<z.ZodObject<Extras<C>>>;

/**
 * The code under /v1 and /auth of each error that rules and steps of the pipeline throw which both schemes share. A row of
 * `ERRORS` that is `isSignedOnly` has none.
 */
export const BEARER_CODE_OF = {
  VALIDATION_FAILED: 'validation_failed',
  BODY_MALFORMED: 'validation_failed',
  REQUEST_MALFORMED: 'validation_failed',
  IP_NOT_ALLOWED: 'forbidden',
  HTTPS_REQUIRED: 'forbidden',
  NOT_OWNER: 'not_found',
  PERMISSION_MISSING: 'forbidden',
  ROUTE_NOT_FOUND: 'not_found',
  INTENT_NOT_FOUND: 'not_found',
  METHOD_NOT_ALLOWED: 'method_not_allowed',
  UPDATE_REFUSED: 'conflict',
  SUBMIT_REFUSED: 'conflict',
  ARCHIVE_REFUSED: 'conflict',
  CANCEL_REFUSED: 'conflict',
  DELETE_REFUSED: 'conflict',
  VERSION_CONFLICT: 'conflict',
  CANCEL_FAILED: 'conflict',
  EVENTS_EXPIRED: 'conflict',
  WEBHOOK_NOT_FOUND: 'not_found',
  DELIVERY_NOT_FOUND: 'not_found',
  WEBHOOK_EXISTS: 'conflict',
  WEBHOOK_DISABLED: 'conflict',
  REPLAY_RUNNING: 'conflict',
  LIMIT_REACHED: 'conflict',
  BODY_TOO_LARGE: 'payload_too_large',
  URL_TOO_LONG: 'uri_too_long',
  MEDIA_TYPE_UNSUPPORTED: 'unsupported_media_type',
  RATE_LIMITED: 'rate_limited',
  INTERNAL: 'internal',
  CANCEL_UNDECIDED: 'unavailable',
  UNAVAILABLE: 'unavailable',
  LIST_TOO_COSTLY: 'unavailable',
} as const satisfies Record<SharedErrorName, BearerErrorCode>;
