import { LOGIN_FAILURES_PER_MINUTE } from '../../src/bearer/limits.ts';
import type { Language } from '../../src/field-issues.ts';
import { CALLER_RATES, MINUTE_RATES } from '../../src/limits.ts';
import { type LimitRows, limitTable, per, refusal, type Text } from './limit-row.ts';

const REFUSED = '`rate_limited`';
/** How OAuth answers one who calls too often. */
export const OAUTH_REFUSED: Text = {
  en: '`temporarily_unavailable` with 429',
  zh: '`temporarily_unavailable`，状态码 429',
};

const CALLER_ROWS: LimitRows<typeof CALLER_RATES> = {
  bearer: {
    en: 'Calls under `/v1` by one credential',
    zh: '同一凭证对 `/v1` 的调用',
    limit: per('second', CALLER_RATES.bearer),
    beyond: REFUSED,
  },
  oauth: {
    en: 'Calls under `/oauth` by one client; by a public one at one address',
    zh: '同一客户端对 `/oauth` 的调用；公开客户端在每个地址上分别计数',
    limit: per('second', CALLER_RATES.oauth),
    beyond: OAUTH_REFUSED,
  },
  authFailure: {
    en: 'Failed authentications of one address',
    zh: '同一地址的认证失败',
    limit: per('second', CALLER_RATES.authFailure),
    beyond: {
      en: `${refusal('RATE_LIMITED')}, ${REFUSED}`,
      zh: `${refusal('RATE_LIMITED')}、${REFUSED}`,
    },
  },
};

const MINUTE_ROWS: LimitRows<typeof MINUTE_RATES> = {
  signatureChecks: {
    en: 'Signatures that one credential has checked',
    zh: '同一凭证请求检查签名',
    limit: per('minute', MINUTE_RATES.signatureChecks),
    beyond: REFUSED,
  },
  deviceStarts: {
    en: 'Device flows that one address begins for one public client',
    zh: '同一地址为同一公开客户端发起设备授权',
    limit: per('minute', MINUTE_RATES.deviceStarts),
    beyond: OAUTH_REFUSED,
  },
};

const LOGIN_ROWS: LimitRows<typeof LOGIN_FAILURES_PER_MINUTE> = {
  pair: {
    en: 'Failed log-ins to one account from one address',
    zh: '从同一地址登录同一账号失败',
    limit: per('minute', LOGIN_FAILURES_PER_MINUTE.pair),
    beyond: REFUSED,
  },
  account: {
    en: 'Failed log-ins to one account',
    zh: '登录同一账号失败',
    limit: per('minute', LOGIN_FAILURES_PER_MINUTE.account),
    beyond: REFUSED,
  },
  address: {
    en: 'Failed log-ins from one address',
    zh: '从同一地址登录失败',
    limit: per('minute', LOGIN_FAILURES_PER_MINUTE.address),
    beyond: REFUSED,
  },
};

const PARTS: Record<Language, { heading: string; text: string }> = {
  en: { heading: '## Rates of others', text: 'A minute is one of Unix time.' },
  zh: { heading: '## 其他调用方的频率', text: '每分钟的次数按 Unix 时间的整分钟计数。' },
};

/** The tables that this part lists. */
export const OTHER_RATES = [CALLER_RATES, MINUTE_RATES, LOGIN_FAILURES_PER_MINUTE];

/** How often others than Apps can call, and what can be done in a minute. */
export function otherRates(language: Language): string[] {
  const { heading, text } = PARTS[language];
  const rows = [CALLER_ROWS, MINUTE_ROWS, LOGIN_ROWS].flatMap((each) => Object.values(each));
  return [heading, text, limitTable(rows, language)];
}
