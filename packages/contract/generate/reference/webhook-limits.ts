import { DAY_SECONDS } from '../../src/durations.ts';
import type { Language } from '../../src/field-issues.ts';
import { DELIVERY_ATTEMPTS, DELIVERY_PAUSES, WEBHOOK_LIMITS } from '../../src/webhooks/limits.ts';
import {
  chars,
  inLanguage,
  inSeconds,
  kilobytes,
  type LimitRow,
  per,
  seconds,
  type Text,
} from './limit-row.ts';
import { grouped, table } from '../markdown.ts';

const HOUR_SECONDS = 3600;

const hours = (count: number): Text => ({ en: `${count} h`, zh: `${count} 小时` });

/** 5 s, 5 min, 2 h. */
function span(count: number): Text {
  if (count < 60) return inSeconds(count);
  if (count >= HOUR_SECONDS) return hours(count / HOUR_SECONDS);
  return { en: `${count / 60} min`, zh: `${count / 60} 分钟` };
}

const L = WEBHOOK_LIMITS;

// A record, so that a new limit without a row does not compile.
const ROWS: Record<keyof typeof WEBHOOK_LIMITS, Omit<LimitRow, 'beyond'>> = {
  endpoints: { en: 'Endpoints of an App', zh: '一个 App 的端点数', limit: String(L.endpoints) },
  eventTypes: {
    en: 'Types that an endpoint or a replay names',
    zh: '一个端点或一次重放指定的类型数',
    limit: String(L.eventTypes),
  },
  urlChars: { en: '`url`', zh: '`url`（地址）', limit: chars(L.urlChars) },
  descriptionChars: { en: '`description`', zh: '`description`（说明）', limit: chars(L.descriptionChars) },
  maxPerSecond: {
    en: 'Requests to an endpoint in a second, at most',
    zh: '每秒发往一个端点的请求数，最多',
    limit: String(L.maxPerSecond),
  },
  maxPerSecondDefault: {
    en: 'Requests to an endpoint in a second, unless asked otherwise',
    zh: '每秒发往一个端点的请求数，未指定时',
    limit: String(L.maxPerSecondDefault),
  },
  graceSeconds: {
    en: 'How long an old secret signs beside the new one, at most',
    zh: '旧密钥与新密钥同时签名的时间，最长',
    limit: { en: `${L.graceSeconds / DAY_SECONDS} days`, zh: `${L.graceSeconds / DAY_SECONDS} 天` },
  },
  graceSecondsDefault: {
    en: 'The same, unless asked otherwise',
    zh: '旧密钥与新密钥同时签名的时间，未指定时',
    limit: hours(L.graceSecondsDefault / HOUR_SECONDS),
  },
  attemptMs: { en: 'Time for one attempt', zh: '一次尝试的时间', limit: seconds(L.attemptMs) },
  answerBytes: {
    en: 'How much of an answer is read',
    zh: '读取响应的多少内容',
    limit: kilobytes(L.answerBytes),
  },
  keptAnswerBytes: {
    en: 'How much of an answer the log keeps',
    zh: '日志保留响应的多少内容',
    limit: { en: `${grouped(L.keptAnswerBytes)} bytes`, zh: `${grouped(L.keptAnswerBytes)} 字节` },
  },
  requestsPerEndpoint: {
    en: 'Requests to an endpoint at the same time',
    zh: '同时发往一个端点的请求数',
    limit: String(L.requestsPerEndpoint),
  },
  requestsPerProcess: {
    en: 'Requests of a process to all endpoints at the same time',
    zh: '一个进程同时发往所有端点的请求数',
    limit: String(L.requestsPerProcess),
  },
  failuresInARow: {
    en: 'Failures in a row after which an endpoint gets one request at a time, until one succeeds',
    zh: '连续失败多少次后，端点一次只收到一个请求，直到有一次成功',
    limit: String(L.failuresInARow),
  },
  testsPerMinute: { en: 'Tests of an endpoint', zh: '测试一个端点', limit: per('minute', L.testsPerMinute) },
  failingHours: {
    en: 'Time without a success after which `webhook.failing` tells of it',
    zh: '没有一次成功，多久之后以 `webhook.failing` 通知',
    limit: hours(L.failingHours),
  },
  disabledHours: {
    en: 'Time without a success after which an endpoint is disabled',
    zh: '没有一次成功，多久之后端点被停用',
    limit: hours(L.disabledHours),
  },
  disabledDays: {
    en: 'The same: days on which attempts failed meanwhile',
    zh: '停用的另一个条件：其间有尝试失败的天数',
    limit: String(L.disabledDays),
  },
  retryAfterSeconds: {
    en: 'How much longer a `Retry-After` makes a pause, at most',
    zh: '`Retry-After` 能使间隔延长多少，最多',
    limit: {
      en: `to ${L.retryAfterSeconds / HOUR_SECONDS} h`,
      zh: `到 ${L.retryAfterSeconds / HOUR_SECONDS} 小时`,
    },
  },
};

interface Part {
  heading: string;
  columns: readonly string[];
  attempts: string;
}

const pauses = (language: Language, separator: string): string =>
  DELIVERY_PAUSES.map((pause) => inLanguage(span(pause), language)).join(separator);

const PARTS: Record<Language, Part> = {
  en: {
    heading: '## Webhooks',
    columns: ['What', 'Limit'],
    attempts: `A delivery is tried ${DELIVERY_ATTEMPTS} times: at once, then after ${pauses('en', ', ')}, each pause times 0.8 to 1.2.`,
  },
  zh: {
    heading: '## Webhook（回调）',
    columns: ['项目', '限制'],
    attempts: `一次投递最多尝试 ${DELIVERY_ATTEMPTS} 次：立即一次，之后依次间隔 ${pauses('zh', '、')}；每个间隔再乘以 0.8 到 1.2。`,
  },
};

/** The tables that this part lists. */
export const WEBHOOK_TABLES = [WEBHOOK_LIMITS, DELIVERY_PAUSES];

/** The limits of webhooks, and when a delivery is tried again. */
export function webhookLimits(language: Language): string[] {
  const { heading, columns, attempts } = PARTS[language];
  const rows = Object.values(ROWS).map((row) => [row[language], inLanguage(row.limit, language)]);
  return [heading, table(columns, rows), attempts];
}
