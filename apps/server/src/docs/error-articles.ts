import type { ErrorDescription, OperationDescription } from '@procurement-intents/contract';
import { escapeHtml } from '../escape-html.ts';
import { type Article, codeBlock, inlineHtml, tableHtml } from './html.ts';
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

function toArticle(error: ErrorDescription, operations: OperationIds): Article {
  const { name, code, status, texts, body } = error;
  const { message, cause, fix, repeat, givenBy } = texts.en;
  const path = errorPath(name);
  const content = `<h1>${escapeHtml(name)}</h1>
<p class="facts">Code ${code}, HTTP ${status}. ${inlineHtml(message)} (<span lang="zh">${escapeHtml(texts.zh.message)}</span>).</p>
<h2>What happened</h2>
<p>${inlineHtml(cause)}</p>
<h2>How to fix it</h2>
<p>${inlineHtml(fix)}</p>
<h2>Repeat the same call?</h2>
<p>${inlineHtml(repeat)}</p>
<h2>Given by</h2>
<p>${linkOperations(inlineHtml(givenBy), operations)}</p>
<h2>Example</h2>
${codeBlock(JSON.stringify(body, null, 2))}`;
  const text = [code, status, message, texts.zh.message, cause, fix].join(' ').replaceAll('`', '');
  const title = `${name} (${code})`;
  return { path, title, content, headings: [], entries: [{ url: path, page: 'Errors', title, text }] };
}

function toIndex(errors: readonly ErrorDescription[]): Article {
  const rows = errors.map(({ name, code, status, texts }) => [
    String(code),
    String(status),
    `<a href="${errorPath(name)}">${escapeHtml(name)}</a>`,
    inlineHtml(texts.en.message),
  ]);
  const content = `<h1>Errors</h1>
<p>A code can stand for more than one error. The header <code>X-Error-Name</code> of a response has the name of its error.</p>
${tableHtml(['Code', 'HTTP', 'Name', 'Meaning'], rows)}`;
  return { path: ERRORS_PATH, title: 'Errors', content, headings: [], entries: [] };
}

/** A response without a name did not come from the service. In Markdown. */
export const UNKNOWN_TEXT =
  'The response has no `X-Error-Name`. Either something in front of the service answered, such as a proxy, or it removed the header. Look at the status and the body of the response, and let your proxies pass the header on.';

const UNKNOWN: Article = {
  path: errorPath('UNKNOWN'),
  title: 'UNKNOWN',
  content: `<h1>UNKNOWN</h1>\n<p>${UNKNOWN_TEXT.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`,
  headings: [],
  entries: [],
};

/** A page for each error, at `/docs/errors/<name>`, and an index at `/docs/errors`. */
export const errorArticles = (errors: readonly ErrorDescription[], operations: OperationIds): Article[] => [
  toIndex(errors),
  UNKNOWN,
  ...errors.map((error) => toArticle(error, operations)),
];
