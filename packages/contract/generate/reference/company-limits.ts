import { DAY_SECONDS } from '../../src/durations.ts';
import { BEARER_LIMITS, BEARER_TEXT_LENGTHS } from '../../src/bearer/limits.ts';
import { CONSOLE_SECONDS } from '../../src/console/limits.ts';
import type { Language } from '../../src/field-issues.ts';
import { OAUTH_LIMITS } from '../../src/oauth/limits.ts';
import { PROCUREMENT_LIMITS, PROCUREMENT_TEXT_LENGTHS } from '../../src/procurement/limits.ts';
import { chars, inSeconds, type LimitRows, limitTable, minutes, NOTHING, seconds } from './limit-row.ts';
import { code, grouped, table } from '../markdown.ts';
import { OAUTH_REFUSED } from './other-rates.ts';

const INVALID = '`validation_failed`';

const BEARER_ROWS: LimitRows<typeof BEARER_LIMITS> = {
  sessionsPerPerson: {
    en: 'Session tokens of one person',
    zh: '一个人员的会话令牌数',
    limit: String(BEARER_LIMITS.sessionsPerPerson),
    beyond: { en: 'the oldest ends', zh: '最早的一个失效' },
  },
  ipEntries: {
    en: 'Entries of an IP allow list',
    zh: 'IP 白名单的条目数',
    limit: String(BEARER_LIMITS.ipEntries),
    beyond: INVALID,
  },
  ipChars: {
    en: 'One entry of it',
    zh: 'IP 白名单的一个条目',
    limit: chars(BEARER_LIMITS.ipChars),
    beyond: INVALID,
  },
  givenNameChars: {
    en: 'Username to log in with',
    zh: '登录时提交的用户名',
    limit: chars(BEARER_LIMITS.givenNameChars),
    beyond: INVALID,
  },
  givenPasswordChars: {
    en: 'Password to compare',
    zh: '用来比对的密码',
    limit: chars(BEARER_LIMITS.givenPasswordChars),
    beyond: INVALID,
  },
  checkedBodyChars: {
    en: 'Body whose signature is checked',
    zh: '检查签名时提交的请求体',
    limit: chars(BEARER_LIMITS.checkedBodyChars),
    beyond: INVALID,
  },
  dashboardSeconds: {
    en: 'Age of the counts of the dashboard',
    zh: '总览统计数字的有效时间',
    limit: inSeconds(BEARER_LIMITS.dashboardSeconds),
    beyond: { en: 'they are counted again', zh: '重新统计' },
  },
  usageMinutes: {
    en: 'Time back to which the calls of an App are counted',
    zh: '统计某个 App 的调用时，向前统计的时间',
    limit: minutes(BEARER_LIMITS.usageMinutes),
    beyond: NOTHING,
  },
  platformMinutes: {
    en: 'Time back to which the calls to a platform are counted',
    zh: '统计对某个平台的调用时，向前统计的时间',
    limit: minutes(BEARER_LIMITS.platformMinutes),
    beyond: NOTHING,
  },
  queueCounted: {
    en: 'Number up to which the intents and jobs of the queue are counted',
    zh: '统计队列中的意向和任务时，最多数到的数量',
    limit: grouped(BEARER_LIMITS.queueCounted),
    beyond: { en: 'the number stays', zh: '不再增加' },
  },
};

const days = (count: number): string => `${count / DAY_SECONDS} 天`;

const OAUTH_ROWS: LimitRows<typeof OAUTH_LIMITS> = {
  retrySeconds: {
    en: 'Time in which a used refresh token gets the same successor again',
    zh: '再次使用同一刷新令牌时，仍得到同一个新令牌的时间',
    limit: inSeconds(OAUTH_LIMITS.retrySeconds),
    beyond: '`invalid_grant`',
  },
  pollSeconds: {
    en: 'Pause between two polls of a device',
    zh: '设备两次轮询的间隔',
    limit: {
      en: `${OAUTH_LIMITS.pollSeconds} s; each \`slow_down\` adds as much`,
      zh: `${OAUTH_LIMITS.pollSeconds} 秒；每次 \`slow_down\` 再加同样多`,
    },
    beyond: '`slow_down`',
  },
  pendingDevices: {
    en: 'Device flows of one client that wait for their person',
    zh: '同一客户端等待人员确认的设备授权',
    limit: grouped(OAUTH_LIMITS.pendingDevices),
    beyond: OAUTH_REFUSED,
  },
  deviceKeptSeconds: {
    en: 'Time after its end in which a device code is known',
    zh: '设备码失效之后仍被识别的时间',
    limit: inSeconds(OAUTH_LIMITS.deviceKeptSeconds),
    beyond: '`invalid_grant`',
  },
  interactionSeconds: {
    en: 'Time from the log-in on a page to the decision there',
    zh: '从在页面上登录到作出决定的时间',
    limit: minutes(OAUTH_LIMITS.interactionSeconds / 60),
    beyond: { en: 'the person logs in again', zh: '需要重新登录' },
  },
  redirectUris: {
    en: 'Redirect URIs of a client',
    zh: '一个客户端的回调地址数',
    limit: String(OAUTH_LIMITS.redirectUris),
    beyond: INVALID,
  },
  redirectUriChars: {
    en: 'One of them',
    zh: '一个回调地址',
    limit: chars(OAUTH_LIMITS.redirectUriChars),
    beyond: INVALID,
  },
  parameterChars: {
    en: '`state` and each other parameter that is kept or returned',
    zh: '`state` 以及其他每个会被保存或返回的参数',
    limit: chars(OAUTH_LIMITS.parameterChars),
    beyond: '`invalid_request`',
  },
  secretOverlapSeconds: {
    en: 'How long an old secret still authenticates, unless asked otherwise',
    zh: '旧密钥仍可用于认证的时间，未指定时',
    limit: {
      en: `${OAUTH_LIMITS.secretOverlapSeconds / DAY_SECONDS} day`,
      zh: days(OAUTH_LIMITS.secretOverlapSeconds),
    },
    beyond: NOTHING,
  },
  secretOverlapMaxSeconds: {
    en: 'The same, at most',
    zh: '旧密钥仍可用于认证的时间，最长',
    limit: {
      en: `${OAUTH_LIMITS.secretOverlapMaxSeconds / DAY_SECONDS} days`,
      zh: days(OAUTH_LIMITS.secretOverlapMaxSeconds),
    },
    beyond: INVALID,
  },
};

const PROCUREMENT_ROWS: LimitRows<typeof PROCUREMENT_LIMITS> = {
  contractLines: {
    en: 'Lines of a contract',
    zh: '一份合同的商品行数',
    limit: String(PROCUREMENT_LIMITS.contractLines),
    beyond: INVALID,
  },
  reportDays: {
    en: 'Days of a report, both ends included',
    zh: '报表的天数，含首尾两天',
    limit: String(PROCUREMENT_LIMITS.reportDays),
    beyond: INVALID,
  },
  reportDefaultDays: {
    en: 'Days of a report, unless asked otherwise',
    zh: '报表的天数，未指定时',
    limit: String(PROCUREMENT_LIMITS.reportDefaultDays),
    beyond: NOTHING,
  },
  reportGroups: {
    en: 'Groups of a report',
    zh: '报表的分组数',
    limit: grouped(PROCUREMENT_LIMITS.reportGroups),
    beyond: '`unavailable`',
  },
  orderRefreshMs: {
    en: 'Wait until a platform has told of an order',
    zh: '等待平台告知订单情况的时间',
    limit: seconds(PROCUREMENT_LIMITS.orderRefreshMs),
    beyond: '`unavailable`',
  },
};

const CONSOLE_ROWS: LimitRows<typeof CONSOLE_SECONDS> = {
  session: {
    en: 'Session of the console, from its log-in',
    zh: '控制台的会话，从登录算起',
    limit: { en: `${CONSOLE_SECONDS.session / 3600} hours`, zh: `${CONSOLE_SECONDS.session / 3600} 小时` },
    beyond: '`unauthorized`',
  },
  idle: {
    en: 'The same without a call',
    zh: '控制台的会话，没有调用的时间',
    limit: minutes(CONSOLE_SECONDS.idle / 60),
    beyond: '`unauthorized`',
  },
  renewal: {
    en: 'Age from which the console gets another cookie',
    zh: '控制台的 cookie 使用多久之后更换',
    limit: minutes(CONSOLE_SECONDS.renewal / 60),
    beyond: NOTHING,
  },
  formerCookie: {
    en: 'How long the cookie before still counts',
    zh: '更换之后，原来的 cookie 仍然有效的时间',
    limit: inSeconds(CONSOLE_SECONDS.formerCookie),
    beyond: '`unauthorized`',
  },
};

interface Part {
  heading: string;
  text: string;
  columns: readonly string[];
}

const PARTS: Record<Language, Part> = {
  en: {
    heading: '## The bearer side',
    text: 'Lengths of its texts, counted as below:',
    columns: ['What', 'At least', 'At most'],
  },
  zh: {
    heading: '## Bearer 一侧',
    text: '其文本的长度，计数方法见下文：',
    columns: ['项目', '最少', '最多'],
  },
};

/** The tables that this part lists. */
export const COMPANY_LIMITS = [
  BEARER_LIMITS,
  OAUTH_LIMITS,
  CONSOLE_SECONDS,
  PROCUREMENT_LIMITS,
  BEARER_TEXT_LENGTHS,
  PROCUREMENT_TEXT_LENGTHS,
];

/** The limits under `/v1`, `/auth` and `/oauth`. */
export function companyLimits(language: Language): string[] {
  const { heading, text, columns } = PARTS[language];
  const rows = [BEARER_ROWS, OAUTH_ROWS, CONSOLE_ROWS, PROCUREMENT_ROWS].flatMap((each) =>
    Object.values(each),
  );
  const lengths = Object.entries({ ...BEARER_TEXT_LENGTHS, ...PROCUREMENT_TEXT_LENGTHS });
  return [
    heading,
    limitTable(rows, language),
    text,
    table(
      columns,
      lengths.map(([field, { min, max }]) => [code(field), String(min), String(max)]),
    ),
  ];
}
