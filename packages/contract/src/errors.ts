import { z } from 'zod';
import { EXAMPLE_INTENT_ID, EXAMPLE_REPLAY_ID, EXAMPLE_WEBHOOK_ID } from './examples.ts';
import { IntentId } from './fields.ts';
import { type IdKind, idPattern } from './ids.ts';
import { INTENT_STATUSES } from './intents/lifecycle.ts';
import { LIMITS } from './limits.ts';
import { listPermissions, PERMISSIONS } from './permissions.ts';
import { ReplayId, WebhookId } from './webhooks/ids.ts';
import { WEBHOOK_LIMITS } from './webhooks/limits.ts';
import { describeStates, DISABLED_REASONS, type DisabledReason } from './webhooks/states.ts';

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
  /** Schema of `data`; `null` when the error carries none. */
  data: z.ZodType | null;
  retry: RetryAdvice;
  /** For the reference: what the caller does about the error. */
  fix: string;
  /** An example of `data`. */
  example: unknown;
}

const Status = z.enum(INTENT_STATUSES);
const FieldErrors = z
  .object({
    errors: z.array(z.object({ field: z.string(), message: z.string() })).meta({
      description: 'One entry for each invalid field; `field` is a dotted path.',
    }),
  })
  .meta({ title: 'FieldErrors' });
const AllowedStatuses = z
  .object({ currentStatus: Status, allowedStatuses: z.array(Status) })
  .meta({ title: 'AllowedStatuses' });
const StatusReason = z.object({ currentStatus: Status, reason: z.string() }).meta({ title: 'StatusReason' });
const Reason = z.object({ reason: z.string() }).meta({ title: 'Reason' });
/** The field with the form that its description tells: two errors with one code are told apart by it. */
const formed = (field: typeof IntentId, kind: IdKind) =>
  field.regex(idPattern(kind)).meta(field.meta() ?? {});
const FirstIntent = z.object({ id: formed(IntentId, 'intent') }).meta({ title: 'FirstIntent' });
const CurrentVersion = z.object({ currentVersion: z.number().int() }).meta({ title: 'CurrentVersion' });
const FirstEndpoint = z
  .object({ id: formed(WebhookId, 'webhookEndpoint') })
  .meta({ title: 'FirstEndpoint', description: 'The endpoint that has the address.' });
const WhyDisabled = z
  .object({
    disabledReason: z
      .enum(Object.keys(DISABLED_REASONS) as DisabledReason[])
      .meta({ description: `Why it is disabled: ${describeStates(DISABLED_REASONS)}.`, example: 'FAILING' }),
  })
  .meta({ title: 'WhyDisabled', description: 'Why nothing is sent.' });
const RunningReplay = z
  .object({ replayId: ReplayId })
  .meta({ title: 'RunningReplay', description: 'The replay that runs.' });
const ReachedLimit = z
  .object({
    limit: z.number().int().meta({
      description: 'How many records there may be, from 1.',
      minimum: 1,
      example: WEBHOOK_LIMITS.endpoints,
    }),
  })
  .meta({ title: 'ReachedLimit', description: 'How many there may be.' });
const OldestCursor = z
  .object({
    oldestCursor: z.string().min(1).max(16).meta({
      description: 'The cursor before the oldest event that is kept: 1 to 16 digits.',
      example: '104217',
    }),
  })
  .meta({ title: 'OldestCursor', description: 'Where the events begin that are kept.' });
const CallerAddress = z.object({ address: z.string().min(0).max(64) }).meta({ title: 'CallerAddress' });
const Unhealthy = z
  .object({ status: z.literal('unhealthy'), timestamp: z.string() })
  .meta({ title: 'Unhealthy' });
const Degraded = z
  .object({ status: z.literal('degraded'), timestamp: z.string(), details: z.string() })
  .meta({ title: 'Degraded' });

const FIELD_EXAMPLE = { errors: [{ field: 'quantity', message: '必须是 1 到 999999 之间的整数' }] };
const TIME_EXAMPLE = '2026-11-21T08:30:00.000Z';

/** Response header with the name of the error, a key of {@link ERRORS}. Every error response under /api carries it. */
export const ERROR_NAME_HEADER = 'X-Error-Name';

/** Every error of the service, by name: one code can have two meanings. */
export const ERRORS = {
  VALIDATION_FAILED: {
    code: 40001,
    status: 400,
    zh: '参数校验失败',
    en: 'Parameter validation failed',
    data: FieldErrors,
    retry: 'never',
    fix: 'Correct each field that `data.errors` names.',
    example: FIELD_EXAMPLE,
  },
  UPDATE_REFUSED: {
    code: 40002,
    status: 400,
    zh: '当前状态不允许更新',
    en: 'The current status does not allow an update',
    data: AllowedStatuses,
    retry: 'never',
    fix: 'Update only in one of `data.allowedStatuses`.',
    example: { currentStatus: 'COMPLETED', allowedStatuses: ['DRAFT', 'SUBMITTED'] },
  },
  SUBMIT_REFUSED: {
    code: 40002,
    status: 400,
    zh: '当前状态不允许提交',
    en: 'The current status does not allow submitting',
    data: AllowedStatuses,
    retry: 'never',
    fix: 'Submit a draft only; an intent created without `draft` is submitted already.',
    example: { currentStatus: 'SUBMITTED', allowedStatuses: ['DRAFT'] },
  },
  BODY_MALFORMED: {
    code: 40003,
    status: 400,
    zh: '请求体格式错误',
    en: 'The request body is malformed',
    data: null,
    retry: 'never',
    fix: 'Send one JSON object in valid UTF-8 on POST and PUT, and no body on GET, DELETE, cancel and submit.',
    example: null,
  },
  REQUEST_MALFORMED: {
    code: 40003,
    status: 400,
    zh: '不是有效的 HTTP 请求',
    en: 'The bytes are not a valid HTTP request',
    data: null,
    retry: 'never',
    fix: 'Send HTTP/1.1 with headers of at most 64 KB, through a client library.',
    example: null,
  },
  CANCEL_REFUSED: {
    code: 40003,
    status: 400,
    zh: '当前状态不允许取消',
    en: 'The current status does not allow cancelling',
    data: StatusReason,
    retry: 'never',
    fix: 'Cancel only while the intent is SUBMITTED or PROCESSING.',
    example: { currentStatus: 'COMPLETED', reason: '只能取消 SUBMITTED、PROCESSING 状态的意图' },
  },
  DELETE_REFUSED: {
    code: 40004,
    status: 400,
    zh: '当前状态不允许删除',
    en: 'The current status does not allow deleting',
    data: StatusReason,
    retry: 'never',
    fix: 'Delete only a DRAFT, FAILED or CANCELLED intent.',
    example: { currentStatus: 'PROCESSING', reason: '只能删除 DRAFT、FAILED、CANCELLED 状态的意图' },
  },
  SIGNATURE_INVALID: {
    code: 40101,
    status: 401,
    zh: '签名验证失败',
    en: 'Signature verification failed',
    data: null,
    retry: 'never',
    fix: 'Sign METHOD + PATH + TIMESTAMP + BODY over the exact bytes sent, with the secret of this App. With the SDK or the command line, check appSecret: `npx @procurement-intents/cli doctor`.',
    example: null,
  },
  TIMESTAMP_INVALID: {
    code: 40102,
    status: 401,
    zh: '时间戳无效或已过期',
    en: 'The timestamp is invalid or out of range',
    data: null,
    retry: 'clock',
    fix: `Send Unix milliseconds, 13 digits, within ${LIMITS.timestampSkewMs / 60_000} minutes of the server clock.`,
    example: null,
  },
  APP_UNKNOWN: {
    code: 40103,
    status: 401,
    zh: 'App ID 不存在',
    en: 'The App ID does not exist',
    data: null,
    retry: 'never',
    fix: 'Check X-App-Id; a disabled App answers the same.',
    example: null,
  },
  IP_NOT_ALLOWED: {
    code: 40301,
    status: 403,
    zh: 'IP 不在白名单中',
    en: 'The caller address is not on the allow list',
    data: CallerAddress,
    retry: 'never',
    fix: "Add `data.address`, the address that the service saw, to the App's allow list.",
    example: { address: '198.51.100.7' },
  },
  HTTPS_REQUIRED: {
    code: 40301,
    status: 403,
    zh: '必须使用 HTTPS',
    en: 'HTTPS is required',
    data: null,
    retry: 'never',
    fix: 'Call the https address.',
    example: null,
  },
  NOT_OWNER: {
    code: 40301,
    status: 403,
    zh: '无权访问该记录',
    en: 'The record belongs to another App',
    data: null,
    retry: 'never',
    fix: 'Use the App that created it.',
    example: null,
  },
  PERMISSION_MISSING: {
    code: 40302,
    status: 403,
    zh: '权限不足',
    en: 'The App lacks the permission for this call',
    data: null,
    retry: 'never',
    fix: `Grant the App what the operation needs: ${listPermissions(PERMISSIONS, 'or')}.`,
    example: null,
  },
  ROUTE_NOT_FOUND: {
    code: 40400,
    status: 404,
    zh: '接口不存在',
    en: 'No such route',
    data: null,
    retry: 'never',
    fix: 'Check path and spelling; paths are exact and case-sensitive.',
    example: null,
  },
  INTENT_NOT_FOUND: {
    code: 40401,
    status: 404,
    zh: '意图不存在',
    en: 'The intent does not exist',
    data: null,
    retry: 'never',
    fix: 'Check the id; deleted intents are gone for good.',
    example: null,
  },
  WEBHOOK_NOT_FOUND: {
    code: 40402,
    status: 404,
    zh: 'Webhook 端点不存在',
    en: 'The webhook endpoint does not exist',
    data: null,
    retry: 'never',
    fix: 'Check the id: a deleted endpoint is gone for good.',
    example: null,
  },
  DELIVERY_NOT_FOUND: {
    code: 40403,
    status: 404,
    zh: '投递或重放不存在，或已过保留期',
    en: 'The delivery or replay does not exist, or is kept no longer',
    data: null,
    retry: 'never',
    fix: 'Check the id; the log of an endpoint shows those that are kept.',
    example: null,
  },
  METHOD_NOT_ALLOWED: {
    code: 40500,
    status: 405,
    zh: '请求方法不允许',
    en: 'The method is not allowed on this route',
    data: null,
    retry: 'never',
    fix: 'Use a method that the `Allow` header names.',
    example: null,
  },
  IDEMPOTENCY_KEY_REUSED: {
    code: 40901,
    status: 409,
    zh: '幂等键已用于另一个请求体',
    en: 'The Idempotency-Key was used with another request body',
    data: FirstIntent,
    retry: 'never',
    fix: 'Another body was accepted under this key: `data.id` names its intent. For the same purchase, send the first body again; take a new key only for another purchase.',
    example: { id: EXAMPLE_INTENT_ID },
  },
  SIGNATURE_REUSED: {
    code: 40901,
    status: 409,
    zh: '签名已用于另一个创建请求',
    en: 'The signature was used for another create',
    data: null,
    retry: 'sign',
    fix: 'Sign again with a new timestamp and send the same Idempotency-Key: one signature is one create.',
    example: null,
  },
  WEBHOOK_EXISTS: {
    code: 40901,
    status: 409,
    zh: '该地址已有 Webhook 端点',
    en: 'The App has an endpoint with this address',
    data: FirstEndpoint,
    retry: 'never',
    fix: 'Use the endpoint that `data.id` names. If the answer with its secret was lost, rotate the secret.',
    example: { id: EXAMPLE_WEBHOOK_ID },
  },
  VERSION_CONFLICT: {
    code: 40902,
    status: 409,
    zh: '记录已被修改',
    en: 'The record has changed since that version',
    data: CurrentVersion,
    retry: 'never',
    fix: 'Read it again and decide anew; `data.currentVersion` is what stands.',
    example: { currentVersion: 3 },
  },
  WEBHOOK_DISABLED: {
    code: 40902,
    status: 409,
    zh: 'Webhook 端点已停用',
    en: 'The webhook endpoint is disabled',
    data: WhyDisabled,
    retry: 'never',
    fix: 'Set its `status` to ENABLED, then call again.',
    example: { disabledReason: 'FAILING' },
  },
  REPLAY_RUNNING: {
    code: 40902,
    status: 409,
    zh: '该端点已有重放正在进行',
    en: 'A replay of this endpoint is running',
    data: RunningReplay,
    retry: 'never',
    fix: 'Wait until the replay that `data.replayId` names is DONE.',
    example: { replayId: EXAMPLE_REPLAY_ID },
  },
  LIMIT_REACHED: {
    code: 40903,
    status: 409,
    zh: '数量已达上限',
    en: 'The App has as many of these as it may have',
    data: ReachedLimit,
    retry: 'never',
    fix: 'Delete one that is not needed; `data.limit` is how many there may be.',
    example: { limit: WEBHOOK_LIMITS.endpoints },
  },
  EVENTS_EXPIRED: {
    code: 41001,
    status: 410,
    zh: '该位置之后的事件已过保留期',
    en: 'Events after the cursor are kept no longer',
    data: OldestCursor,
    retry: 'never',
    fix: 'Events were lost for this reader. Read the intents again that it follows, then go on from `data.oldestCursor`.',
    example: { oldestCursor: '104217' },
  },
  BODY_TOO_LARGE: {
    code: 41301,
    status: 413,
    zh: '请求体超过 1 MB',
    en: 'The request body is over 1 MB',
    data: null,
    retry: 'never',
    fix: 'Send a smaller body.',
    example: null,
  },
  URL_TOO_LONG: {
    code: 41401,
    status: 414,
    zh: 'URL 超过 8192 个字符',
    en: 'The URL is over 8192 characters',
    data: null,
    retry: 'never',
    fix: 'Send fewer or shorter query parameters.',
    example: null,
  },
  MEDIA_TYPE_UNSUPPORTED: {
    code: 41501,
    status: 415,
    zh: '请求体必须是 application/json',
    en: 'The request body must be application/json',
    data: null,
    retry: 'never',
    fix: 'Send `Content-Type: application/json`, uncompressed.',
    example: null,
  },
  RATE_LIMITED: {
    code: 42901,
    status: 429,
    zh: '请求过于频繁',
    en: 'Rate limit exceeded',
    data: null,
    retry: 'later',
    fix: 'Wait until `X-RateLimit-Reset`.',
    example: null,
  },
  INTERNAL: {
    code: 50001,
    status: 500,
    zh: '服务器内部错误',
    en: 'Internal error',
    data: null,
    retry: 'later',
    fix: 'Repeat the call (a create with the same Idempotency-Key); report the request id if it stays.',
    example: null,
  },
  UNHEALTHY: {
    code: 50001,
    status: 503,
    zh: '服务不可用',
    en: 'The service is unhealthy',
    data: Unhealthy,
    retry: 'later',
    fix: 'Wait; the service is starting or stopping.',
    example: { status: 'unhealthy', timestamp: TIME_EXAMPLE },
  },
  DATABASE_UNAVAILABLE: {
    code: 50002,
    status: 503,
    zh: '数据库连接失败',
    en: 'Database connection failed',
    data: Degraded,
    retry: 'later',
    fix: 'Wait; accepted intents are safe.',
    example: { status: 'degraded', timestamp: TIME_EXAMPLE, details: 'database connection failed' },
  },
  CANCEL_FAILED: {
    code: 50003,
    status: 500,
    zh: '取消失败',
    en: 'The cancellation failed',
    data: Reason,
    retry: 'never',
    fix: 'The platform order stands; read the intent for its further course.',
    example: { reason: 'already shipped' },
  },
  CANCEL_UNDECIDED: {
    code: 50301,
    status: 503,
    zh: '取消请求已登记，平台尚未答复',
    en: 'The cancellation is on record, the platform has not answered yet',
    data: null,
    retry: 'later',
    fix: 'Repeat the cancel after `Retry-After`; repeating is safe.',
    example: null,
  },
  UNAVAILABLE: {
    code: 50301,
    status: 503,
    zh: '服务暂时不可用',
    en: 'The service is temporarily unavailable',
    data: null,
    retry: 'later',
    fix: 'Repeat the call after `Retry-After`.',
    example: null,
  },
  LIST_TOO_COSTLY: {
    code: 50301,
    status: 503,
    zh: '列表查询耗时过长，请缩小筛选范围',
    en: 'The list takes too long: narrow its filters',
    data: null,
    retry: 'never',
    fix: 'Narrow the list by `userId`, `status` or a span of `createdAt`; go on by `cursor` instead of far pages. The same list would cost the same again.',
    example: null,
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof ERRORS;
export const ERROR_NAMES = Object.keys(ERRORS) as ErrorName[];
/** What `data` holds for an error of this name. */
export type ErrorData<N extends ErrorName> = (typeof ERRORS)[N]['data'] extends z.ZodType
  ? z.infer<(typeof ERRORS)[N]['data']>
  : null;

/** What is known of an error, for pages about one error. Texts have Markdown's code spans and no other markup. */
export interface ErrorDescription extends Pick<ErrorRow, 'code' | 'status' | 'en' | 'zh' | 'fix'> {
  name: ErrorName;
  cause: string;
  /** Whether the same call may be repeated. */
  repeat: string;
  givenBy: string;
  /** An example of the body. */
  body: unknown;
}
