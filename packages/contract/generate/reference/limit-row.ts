import { ERRORS, type ErrorName } from '../../src/errors.ts';
import type { Language } from '../../src/field-issues.ts';
import { grouped, table } from '../markdown.ts';

/** A text in both languages. A plain string is for what needs no words: a number, an error, an answer of the API. */
export type Text = string | Readonly<Record<Language, string>>;

/** A row of the page of limits: what is limited, in both languages; how much; and what happens beyond. */
export interface LimitRow {
  en: string;
  zh: string;
  limit: Text;
  beyond: Text;
}

/** One row for each limit of a table, so that a new limit without a row does not compile. */
export type LimitRows<Limits> = Record<keyof Limits, LimitRow>;

export const inLanguage = (text: Text, language: Language): string =>
  typeof text === 'string' ? text : text[language];

const COLUMNS: Record<Language, readonly string[]> = {
  en: ['What', 'Limit', 'Beyond it'],
  zh: ['项目', '限制', '超出时'],
};

/** The table of some rows in one language. */
export const limitTable = (rows: readonly LimitRow[], language: Language): string =>
  table(
    COLUMNS[language],
    rows.map((row) => [row[language], inLanguage(row.limit, language), inLanguage(row.beyond, language)]),
  );

export const refusal = (name: ErrorName): string => `${ERRORS[name].code} ${name}`;
export const megabytes = (bytes: number): string => `${bytes / 1024 ** 2} MB`;
export const kilobytes = (bytes: number): string => `${bytes / 1024} KB`;
export const inSeconds = (count: number): Text => ({ en: `${count} s`, zh: `${count} 秒` });
export const seconds = (ms: number): Text => inSeconds(ms / 1000);
export const minutes = (count: number): Text => ({ en: `${count} minutes`, zh: `${count} 分钟` });
export const chars = (count: number): Text => ({
  en: `${grouped(count)} characters`,
  zh: `${grouped(count)} 个字符`,
});
/** `per('second', 8, '次')`: 8 a second. Chinese counts with a word for what is counted. */
export const per = (unit: 'second' | 'minute', count: number, counter = '次'): Text => ({
  en: `${grouped(count)} a ${unit}`,
  zh: `${unit === 'second' ? '每秒' : '每分钟'} ${grouped(count)} ${counter}`,
});
export const together = (size: string): Text => ({ en: `${size} together`, zh: `合计 ${size}` });

export const NOTHING = '-';
export const OTHERS_WAIT: Text = { en: 'the others wait', zh: '其余的等待' };
export const CONNECTION_CLOSED: Text = { en: 'the connection is closed', zh: '连接被关闭' };
