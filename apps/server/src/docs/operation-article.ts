import type { CodeSample, OperationDescription } from '@procurement-intents/contract';
import { escapeHtml } from '../escape-html.ts';
import { type Article, codeBlock } from './html.ts';
import type { RenderDocument } from './render-markdown.ts';
import { operationPath, TRY_PATH } from './site-map.ts';

/** The samples below each other; with scripts, the page shows one of them in tabs. */
function samplesHtml(samples: readonly CodeSample[]): string {
  const sections = samples.map(
    ({ label, source }) => `<section><h3>${escapeHtml(label)}</h3>${codeBlock(source)}</section>`,
  );
  return `<h2 id="samples">Samples</h2>
<p>They read <code>PROCUREMENT_BASE_URL</code>, <code>PROCUREMENT_APP_ID</code> and <code>PROCUREMENT_APP_SECRET</code> from the
environment.</p>
<div class="tabs">${sections.join('\n')}</div>`;
}

/** The page of an operation: rules, parameters, answers, errors, and a program for each language. */
export function operationArticle(operation: OperationDescription, render: RenderDocument): Article {
  const { id, method, path, summary, text, samples } = operation;
  const { content, entries } = render({
    file: 'docs/reference/endpoints.md',
    path: operationPath(id),
    markdown: `# ${summary}\n\n${text}`,
  });
  const [title, ...rest] = content.split('</h1>');
  const call = `<p class="call"><code><b>${method}</b> ${escapeHtml(path)}</code> <a href="${TRY_PATH}#${id}">Try it</a></p>`;
  return {
    path: operationPath(id),
    title: summary,
    content: `${title}</h1>\n${call}${rest.join('</h1>')}${samplesHtml(samples)}`,
    headings: [],
    entries: entries.map((entry) => ({ ...entry, page: `${method} ${path}`, text: `${id} ${entry.text}` })),
  };
}
