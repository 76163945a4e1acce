import type { ApiDescription } from '@procurement-intents/contract';
import { escapeHtml } from '../escape-html.ts';
import { type Article, tableHtml } from './html.ts';
import type { RenderDocument } from './render-markdown.ts';
import { DOCS, operationPath, TRY_PATH } from './site-map.ts';

const TITLE = 'Procurement Intent Service';

function operationsTable({ operations }: ApiDescription): string {
  const rows = operations.map(({ id, method, path, summary }) => [
    `<a href="${operationPath(id)}">${escapeHtml(summary)}</a>`,
    method,
    `<code>${escapeHtml(path)}</code>`,
  ]);
  // The links come first: a narrow screen shows the start of a table.
  return tableHtml(['What it does', 'Method', 'Path'], rows);
}

/** The first page: all operations, and what holds for each. */
export function overviewArticle(api: ApiDescription, render: RenderDocument): Article {
  const file = 'docs/reference/endpoints.md';
  const article = render({ file, path: DOCS, markdown: `# ${TITLE}\n\n${api.introduction}` });
  const operations = `<h2 id="operations">Operations</h2>
${operationsTable(api)}
<p>For programs: <a href="/openapi.json">openapi.json</a>, <a href="/openapi.yaml">openapi.yaml</a>. To send one by hand:
<a href="${TRY_PATH}">try a call</a>.</p>`;
  return {
    ...article,
    title: 'API reference',
    content: article.content.replace(/<h2 /, `${operations}\n<h2 `),
    headings: [{ id: 'operations', title: 'Operations', depth: 2 }, ...article.headings],
  };
}
