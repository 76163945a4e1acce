import { Reason, Unhealthy, Degraded } from './error-data.ts';
import type { ErrorRow } from './error-row.ts';

const TIME_EXAMPLE = '2026-11-21T08:30:00.000Z';

/** Errors with status 500 and above. By name, in the order of their codes. */
export const SERVER_ERRORS = {
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
