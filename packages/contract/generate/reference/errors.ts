import { contract } from '../../src/contract.ts';
import {
  ERROR_NAMES,
  ERRORS,
  type ErrorDescription,
  type ErrorName,
  type ErrorRow,
  type RetryAdvice,
} from '../../src/errors.ts';
import type { OperationId } from '../../src/signed/route-table.ts';
import type { Language } from '../../src/field-issues.ts';
import { anchor, code, linkToOther, page, table } from '../markdown.ts';

const RETRY: Record<RetryAdvice, Record<Language, string>> = {
  never: { en: 'No; the same call gets the same answer.', zh: '否；同样的调用得到同样的响应。' },
  later: {
    en: 'Yes, after `Retry-After`, else at `X-RateLimit-Reset`, else with a growing pause.',
    zh: '可以：在 `Retry-After` 之后；没有时等到 `X-RateLimit-Reset`；都没有时逐次延长间隔。',
  },
  clock: {
    en: "Once, after setting the clock by the answer's `Date`.",
    zh: '可以重复一次，先按响应的 `Date` 校准时钟。',
  },
  sign: {
    en: 'Once, signed again with a new timestamp and with the same `Idempotency-Key`.',
    zh: '可以重复一次，用新的时间戳重新签名，`Idempotency-Key` 保持不变。',
  },
};

function operationsWith(name: ErrorName): OperationId[] {
  return (Object.keys(contract) as OperationId[]).filter((id) =>
    (contract[id].metadata.errors as readonly ErrorName[]).includes(name),
  );
}

function describeOperations(name: ErrorName): Record<Language, string> {
  const ids = operationsWith(name);
  if (ids.length === 0) {
    return {
      en: 'No operation: it is the answer to calls that match none.',
      zh: '不属于任何操作：调用与所有操作都不匹配时返回。',
    };
  }
  if (ids.length === Object.keys(contract).length) return { en: 'Every operation.', zh: '所有操作。' };
  return { en: `${ids.map(code).join(', ')}.`, zh: `${ids.map(code).join('、')}。` };
}

function describe(name: ErrorName): ErrorDescription {
  const { code: number, status, en, zh, cause, causeZh, fix, fixZh, retry, example }: ErrorRow = ERRORS[name];
  const [repeat, givenBy] = [RETRY[retry], describeOperations(name)];
  return {
    name,
    code: number,
    status,
    texts: {
      en: { message: en, cause, fix, repeat: repeat.en, givenBy: givenBy.en },
      zh: { message: zh, cause: causeZh, fix: fixZh, repeat: repeat.zh, givenBy: givenBy.zh },
    },
    body: { code: number, message: zh, data: example },
  };
}

const byCode = (): ErrorName[] => [...ERROR_NAMES].sort((a, b) => ERRORS[a].code - ERRORS[b].code);

/** All errors in the order of their codes, as JSON, for the pages that the service serves. */
export const errorDescriptions = (): string => `${JSON.stringify(byCode().map(describe), null, 2)}\n`;

const heading = (name: ErrorName): string => `${ERRORS[name].code} ${name}`;

interface PageText {
  title: string;
  introduction: string;
  columns: readonly string[];
  facts: (description: ErrorDescription) => string;
  parts: Record<'cause' | 'fix' | 'repeat' | 'givenBy', string>;
}

const PAGE_TEXTS: Record<Language, PageText> = {
  en: {
    title: 'Errors',
    introduction:
      'Every answer that is not a success has a `code` other than 0. Some codes stand for more than one error: `X-Error-Name` carries the name, which is the one here and in the SDK. `message` is Chinese, or English when `Accept-Language` prefers `en`: never decide by it.',
    columns: ['Code', 'HTTP', 'Name', 'Meaning', 'Repeat'],
    facts: ({ status, texts }) => `HTTP ${status}. ${texts.en.message} (${texts.zh.message}).`,
    parts: {
      cause: '**What happened.** ',
      fix: '**How to fix it.** ',
      repeat: '**Repeat the same call?** ',
      givenBy: '**Given by.** ',
    },
  },
  zh: {
    title: '错误',
    introduction:
      '凡是不成功的响应，`code` 都不为 0。有的错误码对应几个错误：`X-Error-Name` 给出错误名，与本页和 SDK 中的名称一致。`message` 是中文，`Accept-Language` 偏好 `en` 时为英文：不要用它做判断。',
    columns: ['错误码', 'HTTP', '名称', '含义', '重试'],
    facts: ({ status, texts }) => `HTTP ${status}。${texts.zh.message}（${texts.en.message}）。`,
    parts: {
      cause: '**发生了什么：** ',
      fix: '**如何解决：** ',
      repeat: '**能否重复同样的调用：** ',
      givenBy: '**由谁返回：** ',
    },
  },
};

function section(name: ErrorName, language: Language): string {
  const { facts, parts } = PAGE_TEXTS[language];
  const description = describe(name);
  const text = description.texts[language];
  const lines = (['cause', 'fix', 'repeat', 'givenBy'] as const).map(
    (part) => `- ${parts[part]}${text[part]}`,
  );
  const body = `\`\`\`json\n${JSON.stringify(description.body, null, 2)}\n\`\`\``;
  return [`## ${heading(name)}`, facts(description), lines.join('\n'), body].join('\n\n');
}

/** The page of all errors, in the order of their codes. */
export function errorsPage(language: Language = 'en'): string {
  const { title, introduction, columns } = PAGE_TEXTS[language];
  const names = byCode();
  return page(
    title,
    linkToOther('errors.md', language),
    introduction,
    table(
      columns,
      names.map((name) => {
        const { code: number, status, [language]: meaning, retry } = ERRORS[name];
        return [String(number), String(status), `[${name}](#${anchor(heading(name))})`, meaning, retry];
      }),
    ),
    ...names.map((name) => section(name, language)),
  );
}
