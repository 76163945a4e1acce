import { contract } from '../../src/contract.ts';
import { ERRORS } from '../../src/errors.ts';
import type { Language } from '../../src/field-issues.ts';
import {
  AMOUNTS,
  CALLER_RATES,
  LIMITS,
  RATE_LIMITS,
  RATE_WEIGHTS,
  type RateBucket,
  TEXT_LENGTHS,
} from '../../src/limits.ts';
import { signedPartOf } from '../../src/signed/metadata.ts';
import { limitTable, refusal } from './limit-row.ts';
import { code, grouped, linkToOther, page, table } from '../markdown.ts';
import { CALL_ROWS } from './call-limits.ts';
import { COMPANY_LIMITS, companyLimits } from './company-limits.ts';
import { HELD_LIMITS, heldLimits } from './held-limits.ts';
import { OTHER_RATES, otherRates } from './other-rates.ts';
import { WEBHOOK_TABLES, webhookLimits } from './webhook-limits.ts';

interface PageText {
  title: string;
  rates: {
    heading: string;
    text: string;
    columns: readonly string[];
    separator: string;
    general: string;
    batches: string;
    headers: string;
    failures: string;
  };
  sizes: string;
  texts: { heading: string; text: string; columns: readonly string[] };
  amounts: { heading: string; columns: readonly string[]; price: string; quantity: string; total: string };
}

const TEXTS: Record<Language, PageText> = {
  en: {
    title: 'Limits',
    rates: {
      heading: '## Rates',
      text: `Calls a second for each App, counted in whole seconds of Unix time. Beyond a limit: HTTP ${ERRORS.RATE_LIMITED.status}, ${refusal('RATE_LIMITED')}; the call is not executed. The health check has no limit.`,
      columns: ['Limit', 'Calls a second', 'Operations'],
      separator: ', ',
      general: 'every signed call, beside its own limit',
      batches: `\`createIntents\` counts once for each ${RATE_WEIGHTS.createIntents.entries} items, the last of which may be fewer. Without room for all of them nothing is executed, and the call counts once.`,
      headers:
        'Answers carry `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (Unix seconds) for whichever limit is the tightest; a refusal adds `Retry-After` in seconds.',
      failures: `An address whose calls fail authentication more than ${CALLER_RATES.authFailure} times a second gets the same refusal. An IPv6 address counts by its /64, here and below.`,
    },
    sizes: '## Sizes and times',
    texts: {
      heading: '## Text',
      text: 'Lengths count Unicode code points after white space at both ends is trimmed. Control characters, direction overrides and broken Unicode are refused.',
      columns: ['Field', 'At least', 'At most'],
    },
    amounts: {
      heading: '## Amounts',
      columns: ['What', 'From', 'To'],
      price: '`price`, yuan, at most 2 decimals',
      quantity: '`quantity`, whole pieces',
      total: '`totalAmount`, yuan',
    },
  },
  zh: {
    title: '限制',
    rates: {
      heading: '## 频率',
      text: `每个 App 每秒的调用次数，按 Unix 时间的整秒计数。超出限制时返回 HTTP ${ERRORS.RATE_LIMITED.status}，${refusal('RATE_LIMITED')}，该调用不会执行。健康检查没有限制。`,
      columns: ['限流项', '每秒调用次数', '操作'],
      separator: '、',
      general: '所有签名的调用；每个调用同时计入它自己的那一项',
      batches: `\`createIntents\` 每 ${RATE_WEIGHTS.createIntents.entries} 项计一次，最后不足的也计一次。余量不够计全部次数时，什么都不执行，该调用计一次。`,
      headers:
        '响应带有 `X-RateLimit-Limit`、`X-RateLimit-Remaining` 和 `X-RateLimit-Reset`（Unix 秒），取当前最紧的那一项；被拒绝时还带有 `Retry-After`，单位是秒。',
      failures: `一个地址的调用每秒认证失败超过 ${CALLER_RATES.authFailure} 次时，同样被拒绝。IPv6 地址按 /64 网段计数，下文同。`,
    },
    sizes: '## 大小与时间',
    texts: {
      heading: '## 文本',
      text: '长度是去掉首尾空白之后的 Unicode 码点数。含有控制字符、方向控制符或不完整的 Unicode 会被拒绝。',
      columns: ['字段', '最少', '最多'],
    },
    amounts: {
      heading: '## 金额与数量',
      columns: ['项目', '最小', '最大'],
      price: '`price`，单位为元，最多两位小数',
      quantity: '`quantity`，单位为件，整数',
      total: '`totalAmount`，单位为元',
    },
  },
};

function operationsIn(bucket: RateBucket, separator: string): string {
  return Object.entries(contract)
    .filter(([, { metadata }]) => signedPartOf(metadata)?.rateLimit === bucket)
    .map(([id]) => code(id))
    .join(separator);
}

function rateRows({ general: everyCall, separator }: PageText['rates']): string[][] {
  const { general, ...buckets } = RATE_LIMITS;
  return [
    ...Object.entries(buckets).map(([bucket, rate]) => [
      code(bucket),
      String(rate),
      operationsIn(bucket as RateBucket, separator),
    ]),
    ['`general`', String(general), everyCall],
  ];
}

function amountRows({ price, quantity, total }: PageText['amounts']): string[][] {
  const { priceMin, priceMax, quantityMax, totalMax } = AMOUNTS;
  return [
    [price, grouped(priceMin), grouped(priceMax)],
    [quantity, '1', grouped(quantityMax)],
    [total, grouped(priceMin), grouped(totalMax)],
  ];
}

/** Every table of limits that the page lists; a row for each of their limits is demanded where the rows stand. */
export const LISTED_LIMITS: ReadonlySet<object> = new Set<object>([
  RATE_LIMITS,
  RATE_WEIGHTS,
  LIMITS,
  TEXT_LENGTHS,
  AMOUNTS,
  ...OTHER_RATES,
  ...HELD_LIMITS,
  ...WEBHOOK_TABLES,
  ...COMPANY_LIMITS,
]);

/** The page of rates, sizes, lengths and amounts. */
export function limitsPage(language: Language = 'en'): string {
  const { title, rates, sizes, texts, amounts } = TEXTS[language];
  return page(
    title,
    linkToOther('limits.md', language),
    rates.heading,
    rates.text,
    table(rates.columns, rateRows(rates)),
    rates.batches,
    rates.headers,
    rates.failures,
    ...otherRates(language),
    sizes,
    limitTable(Object.values(CALL_ROWS), language),
    ...heldLimits(language),
    ...webhookLimits(language),
    ...companyLimits(language),
    texts.heading,
    texts.text,
    table(
      texts.columns,
      Object.entries(TEXT_LENGTHS).map(([field, { min, max }]) => [code(field), String(min), String(max)]),
    ),
    amounts.heading,
    table(amounts.columns, amountRows(amounts)),
  );
}
