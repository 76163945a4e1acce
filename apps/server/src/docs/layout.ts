import type { OperationDescription } from '@procurement-intents/contract';
import { escapeHtml } from '../escape-html.ts';
import type { Article } from './html.ts';
import { DATA_PATH, DOCS, ERRORS_PATH, operationPath, type Source, SOURCES, TRY_PATH } from './site-map.ts';

interface NavigationLink {
  path: string;
  title: string;
}

/** The links that every page shows, by group. */
export type Navigation = readonly { title: string; links: readonly NavigationLink[] }[];

/** @param titleOf - the title of a document */
export function createNavigation(
  operations: readonly OperationDescription[],
  titleOf: (source: Source) => string,
): Navigation {
  const linksOf = (group: Source['group']): NavigationLink[] =>
    SOURCES.filter((source) => source.group === group).map((source) => ({
      path: source.path,
      title: titleOf(source),
    }));
  return [
    {
      title: 'Start',
      links: [
        { path: DOCS, title: 'Overview' },
        { path: TRY_PATH, title: 'Try a call' },
      ],
    },
    {
      title: 'Operations',
      links: operations.map(({ id, summary }) => ({ path: operationPath(id), title: summary })),
    },
    {
      title: 'Reference',
      links: [
        { path: DATA_PATH, title: 'Data of answers' },
        { path: ERRORS_PATH, title: 'Errors' },
        ...linksOf('Reference'),
      ],
    },
    { title: 'Guides', links: linksOf('Guides') },
    { title: 'Examples', links: linksOf('Examples') },
    { title: 'Packages', links: linksOf('Packages') },
  ];
}

function navigationHtml(navigation: Navigation, current: string): string {
  const groups = navigation.map(({ title, links }) => {
    const items = links.map(({ path, title: label }) => {
      const mark = path === current ? ' aria-current="page"' : '';
      return `<li><a href="${path}"${mark}>${escapeHtml(label)}</a></li>`;
    });
    return `<h2>${title}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  return groups.join('\n');
}

function contentsHtml({ headings }: Article): string {
  if (headings.length < 3) return '';
  const items = headings.map(
    ({ id, title }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

/** The whole document of an article. The navigation is below the text, so that narrow screens show the text first. */
export function toDocument(article: Article, navigation: Navigation): string {
  const scripts = ['/docs/page.js', ...(article.script ? [article.script] : [])];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeHtml(article.title)} - Procurement Intent Service</title>
<link rel="icon" href="/docs/icon.svg" />
<link rel="stylesheet" href="/docs/page.css" />
${scripts.map((path) => `<script type="module" src="${path}"></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#page-text">Skip to the text</a>
<header>
<a class="home" href="${DOCS}"><img src="/docs/icon.svg" alt="" width="26" height="26" /><span>Procurement Intent Service</span></a>
<div id="page-search" role="search" hidden>
<input type="search" aria-label="Search the documents" placeholder="Search" autocomplete="off" spellcheck="false" />
<p role="status"></p>
<ul></ul>
</div>
<a class="menu" href="#page-list">All pages</a>
</header>
<div class="frame">
<main id="page-text">
${article.content.replace('</h1>', () => `</h1>\n${contentsHtml(article)}`)}
</main>
<nav id="page-list" aria-label="All pages">
${navigationHtml(navigation, article.path)}
</nav>
</div>
</body>
</html>
`;
}
