import type { Language, OperationDescription } from '@procurement-intents/contract';
import { escapeHtml } from '../escape-html.ts';
import type { Article } from './html.ts';
import { chinesePath, FRAME_TEXTS, LANGUAGE_TAGS, OTHER_LANGUAGE } from './language.ts';
import { DATA_PATH, DOCS, ERRORS_PATH, operationPath, type Source, SOURCES, TRY_PATH } from './site-map.ts';

interface NavigationLink {
  path: string;
  title: string;
  /** Language of the page that it leads to. */
  language: Language;
}

/** The links that every page shows, by group. */
export type Navigation = readonly { title: string; links: readonly NavigationLink[] }[];

/** What the navigation of a language is made of. */
export interface NavigationInput {
  operations: readonly OperationDescription[];
  language: Language;
  /** Paths of the pages in English that are in Chinese, too. */
  translated: ReadonlySet<string>;
  /** The title of a document, in Chinese where it is asked for and there. */
  titleOf: (source: Source, language: Language) => string;
}

/** The links in a language: those to pages that are in English alone lead there. */
export function createNavigation(input: NavigationInput): Navigation {
  const { operations, language, translated, titleOf } = input;
  const { groups, overview, tryCall, data, errors } = FRAME_TEXTS[language];
  const toLink = (path: string, title: (language: Language) => string): NavigationLink => {
    const isInChinese = language === 'zh' && translated.has(path);
    return isInChinese
      ? { path: chinesePath(path), title: title('zh'), language: 'zh' }
      : { path, title: title('en'), language: 'en' };
  };
  const linksOf = (group: Source['group']): NavigationLink[] =>
    SOURCES.filter((source) => source.group === group).map((source) =>
      toLink(source.path, (each) => titleOf(source, each)),
    );
  return [
    {
      title: groups.Start,
      links: [toLink(DOCS, () => overview), toLink(TRY_PATH, () => tryCall)],
    },
    {
      title: groups.Operations,
      links: operations.map(({ id, summary }) => toLink(operationPath(id), () => summary)),
    },
    {
      title: groups.Reference,
      links: [toLink(DATA_PATH, () => data), toLink(ERRORS_PATH, () => errors), ...linksOf('Reference')],
    },
    { title: groups.Guides, links: linksOf('Guides') },
    { title: groups.Examples, links: linksOf('Examples') },
    { title: groups.Packages, links: linksOf('Packages') },
  ];
}

function navigationHtml(navigation: Navigation, current: string, language: Language): string {
  const groups = navigation.map(({ title, links }) => {
    const items = links.map((link) => {
      const mark = link.path === current ? ' aria-current="page"' : '';
      const other = link.language === language ? '' : ` hreflang="${LANGUAGE_TAGS[link.language]}"`;
      return `<li><a href="${link.path}"${mark}${other}>${escapeHtml(link.title)}</a></li>`;
    });
    return `<h2>${title}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  return groups.join('\n');
}

function contentsHtml({ headings }: Article, language: Language): string {
  if (headings.length < 3) return '';
  const items = headings.map(
    ({ id, title }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`,
  );
  const label = FRAME_TEXTS[language].onThisPage;
  return `<nav class="contents" aria-label="${label}"><p>${label}</p><ul>${items.join('')}</ul></nav>`;
}

/** The frame of a page. */
export interface Frame {
  navigation: Navigation;
  language: Language;
  /** The page in each language; null for one that is in English alone. */
  paths: Record<Language, string> | null;
}

/** The other language of a page; of one in English alone, the first page in Chinese. */
function otherLanguageLink({ language, paths }: Frame): string {
  const other = OTHER_LANGUAGE[language];
  const path = paths?.[other.language] ?? chinesePath(DOCS);
  const tag = LANGUAGE_TAGS[other.language];
  return `<a class="language" href="${path}?lang=${other.language}" lang="${tag}" hreflang="${tag}">${other.label}</a>`;
}

const alternates = ({ paths }: Frame): string =>
  paths === null
    ? ''
    : `<link rel="alternate" hreflang="${LANGUAGE_TAGS.en}" href="${paths.en}" />
<link rel="alternate" hreflang="${LANGUAGE_TAGS.zh}" href="${paths.zh}" />
`;

/** The whole document of an article. The navigation is below the text, so that narrow screens show the text first. */
export function toDocument(article: Article, frame: Frame): string {
  const { language, navigation } = frame;
  const text = FRAME_TEXTS[language];
  const scripts = ['/docs/page.js', ...(article.script ? [article.script] : [])];
  const home = language === 'zh' ? chinesePath(DOCS) : DOCS;
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeHtml(article.title)} - ${text.service}</title>
${alternates(frame)}<link rel="icon" href="/docs/icon.svg" />
<link rel="stylesheet" href="/docs/page.css" />
${scripts.map((path) => `<script type="module" src="${path}"></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#page-text">${text.skip}</a>
<header>
<a class="home" href="${home}"><img src="/docs/icon.svg" alt="" width="26" height="26" /><span>${text.service}</span></a>
<div id="page-search" role="search" hidden>
<input type="search" aria-label="${text.search}" placeholder="${text.placeholder}" autocomplete="off" spellcheck="false" />
<p role="status"></p>
<ul></ul>
</div>
${otherLanguageLink(frame)}
<a class="menu" href="#page-list">${text.allPages}</a>
</header>
<div class="frame">
<main id="page-text">
${article.content.replace('</h1>', () => `</h1>\n${contentsHtml(article, language)}`)}
</main>
<nav id="page-list" aria-label="${text.allPages}">
${navigationHtml(navigation, article.path, language)}
</nav>
</div>
</body>
</html>
`;
}
