import type { ErrorDescription, Language, OperationDescription } from '@procurement-intents/contract';
import { escapeHtml } from '../escape-html.ts';
import { type Article, codeBlock, inlineHtml, tableHtml } from './html.ts';
import { chinesePath, FRAME_TEXTS } from './language.ts';
import { errorPath, ERRORS_PATH, operationPath } from './site-map.ts';

type OperationIds = readonly Pick<OperationDescription, 'id'>[];

/** Links the operations that a text names. */
function linkOperations(html: string, operations: OperationIds): string {
  let linked = html;
  for (const { id } of operations) {
    const span = `<code>${id}</code>`;
    linked = linked.replaceAll(span, `<a href="${operationPath(id)}">${span}</a>`);
  }
  return linked;
}

interface PageText {
  facts(code: number, status: number): string;
  cause: string;
  fix: string;
  repeat: string;
  givenBy: string;
  example: string;
  index: string;
  columns: readonly string[];
  unknown: string;
}

/** A response without a name did not come from the service. In Markdown. */
export const UNKNOWN_TEXT =
  'The response has no `X-Error-Name`. Either something in front of the service answered, such as a proxy, or it removed the header. Look at the status and the body of the response, and let your proxies pass the header on.';

const TEXTS: Record<Language, PageText> = {
  en: {
    facts: (code, status) => `Code ${code}, HTTP ${status}.`,
    cause: 'What happened',
    fix: 'How to fix it',
    repeat: 'Repeat the same call?',
    givenBy: 'Given by',
    example: 'Example',
    index:
      'A code can stand for more than one error. The header `X-Error-Name` of a response has the name of its error.',
    columns: ['Code', 'HTTP', 'Name', 'Meaning'],
    unknown: UNKNOWN_TEXT,
  },
  zh: {
    facts: (code, status) => `错误码 ${code}，HTTP ${status}。`,
    cause: '发生了什么',
    fix: '如何解决',
    repeat: '能否重复同样的调用',
    givenBy: '由谁返回',
    example: '示例',
    index: '一个错误码可能对应几个错误。响应头 `X-Error-Name` 是错误的名称。',
    columns: ['错误码', 'HTTP', '名称', '含义'],
    unknown:
      '响应没有 `X-Error-Name`。要么是服务前面的东西（例如代理）作出的答复，要么它去掉了这个头。请查看响应的状态和内容，并让代理透传这个头。',
  },
};

const pathIn = (language: Language, path: string): string => (language === 'zh' ? chinesePath(path) : path);

function messages(texts: ErrorDescription['texts'], language: Language): string {
  const [own, other] = language === 'en' ? (['en', 'zh'] as const) : (['zh', 'en'] as const);
  return `${inlineHtml(texts[own].message)} (<span lang="${other}">${inlineHtml(texts[other].message)}</span>)`;
}

function toArticle(error: ErrorDescription, operations: OperationIds, language: Language): Article {
  const { name, code, status, texts, body } = error;
  const { cause, fix, repeat, givenBy } = texts[language];
  const words = TEXTS[language];
  const path = pathIn(language, errorPath(name));
  const content = `<h1>${escapeHtml(name)}</h1>
<p class="facts">${words.facts(code, status)} ${messages(texts, language)}</p>
<h2>${words.cause}</h2>
<p>${inlineHtml(cause)}</p>
<h2>${words.fix}</h2>
<p>${inlineHtml(fix)}</p>
<h2>${words.repeat}</h2>
<p>${inlineHtml(repeat)}</p>
<h2>${words.givenBy}</h2>
<p>${linkOperations(inlineHtml(givenBy), operations)}</p>
<h2>${words.example}</h2>
${codeBlock(JSON.stringify(body, null, 2))}`;
  const text = [code, status, texts.en.message, texts.zh.message, cause, fix].join(' ').replaceAll('`', '');
  const title = `${name} (${code})`;
  const page = FRAME_TEXTS[language].errors;
  return { path, title, content, headings: [], entries: [{ url: path, page, title, text }] };
}

function toIndex(errors: readonly ErrorDescription[], language: Language): Article {
  const rows = errors.map(({ name, code, status, texts }) => [
    String(code),
    String(status),
    `<a href="${pathIn(language, errorPath(name))}">${escapeHtml(name)}</a>`,
    inlineHtml(texts[language].message),
  ]);
  const title = FRAME_TEXTS[language].errors;
  const { index, columns } = TEXTS[language];
  const content = `<h1>${title}</h1>\n<p>${inlineHtml(index)}</p>\n${tableHtml(columns, rows)}`;
  return { path: pathIn(language, ERRORS_PATH), title, content, headings: [], entries: [] };
}

/** For responses without a name. */
const unknownArticle = (language: Language): Article => ({
  path: pathIn(language, errorPath('UNKNOWN')),
  title: 'UNKNOWN',
  content: `<h1>UNKNOWN</h1>\n<p>${inlineHtml(TEXTS[language].unknown)}</p>`,
  headings: [],
  entries: [],
});

/** A page for each error, at `/docs/errors/<name>`, and an index at `/docs/errors`; in Chinese below `/docs/zh`. */
export const errorArticles = (
  errors: readonly ErrorDescription[],
  operations: OperationIds,
  language: Language,
): Article[] => [
  toIndex(errors, language),
  unknownArticle(language),
  ...errors.map((error) => toArticle(error, operations, language)),
];
