import { setImmediate as nextTick } from 'node:timers/promises';
import type { ApiDescription, ErrorDescription, Language } from '@procurement-intents/contract';
import { chineseOverview } from './chinese-overview.ts';
import { errorArticles } from './error-articles.ts';
import type { Article } from './html.ts';
import { chinesePath } from './language.ts';
import { createNavigation, type Frame, toDocument } from './layout.ts';
import { operationArticle } from './operation-article.ts';
import { overviewArticle } from './overview-article.ts';
import { createRenderer, type Document, type RenderDocument } from './render-markdown.ts';
import {
  createLinkResolver,
  DATA_PATH,
  DOCS,
  operationPath,
  SOURCES,
  TRANSLATIONS,
  TRY_PATH,
} from './site-map.ts';
import { tryArticle, type TryOptions } from './try-article.ts';

/** What the pages are made of. */
export interface SiteInput extends TryOptions {
  api: ApiDescription;
  errors: readonly ErrorDescription[];
  /** The Markdown of each document in `SOURCES`, by its file. */
  documents: ReadonlyMap<string, string>;
}

/** The pages of the reference. Each is made when it is first asked for, so that a start costs nothing. */
export interface Site {
  paths: readonly string[];
  /** Makes the HTML of the page at one of `paths`. */
  render(path: string): Promise<string>;
  /** Where the page at a path is in Chinese; null when it is in one language. */
  chinesePathOf(path: string): string | null;
  /** Makes the module with everything that the search finds: of each page the one in this language, if it is there. */
  renderIndex(language: Language): Promise<string>;
}

type MakeArticle = (render: RenderDocument) => Article;

const documentMaker =
  (document: Document): MakeArticle =>
  (render) =>
    render(document);

/** The function that makes each article in English, by path. */
function articleMakers(input: SiteInput): Map<string, MakeArticle> {
  const { api, documents } = input;
  const data = `# Data of answers\n\n${api.data}`;
  return new Map<string, MakeArticle>([
    [DOCS, (render) => overviewArticle(api, render)],
    [TRY_PATH, () => tryArticle(api.operations, input)],
    ...api.operations.map((each): [string, MakeArticle] => [
      operationPath(each.id),
      (render) => operationArticle(each, render),
    ]),
    [DATA_PATH, documentMaker({ file: 'docs/reference/endpoints.md', path: DATA_PATH, markdown: data })],
    ...SOURCES.map(({ file, path }): [string, MakeArticle] => [
      path,
      documentMaker({ file, path, markdown: documents.get(file) ?? '' }),
    ]),
    ...errorMakers(input, 'en'),
  ]);
}

const errorMakers = ({ errors, api }: SiteInput, language: Language): [string, MakeArticle][] =>
  errorArticles(errors, api.operations, language).map((article) => [article.path, () => article]);

const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

/** The same in Chinese, by the path in Chinese. */
function chineseMakers(input: SiteInput): Map<string, MakeArticle> {
  const { documents } = input;
  const chineseDocuments = TRANSLATIONS.flatMap(({ file, chinese }) => {
    const source = SOURCES.find((each) => each.file === file);
    if (!source) return [];
    const [follows = '', markdown = ''] = [documents.get(file), documents.get(chinese)];
    return [{ file: chinese, path: chinesePath(source.path), markdown, follows }];
  });
  const titles = chineseDocuments.map(({ path, markdown }) => ({ path, title: titleOf(markdown) }));
  return new Map<string, MakeArticle>([
    [chinesePath(DOCS), () => chineseOverview(titles)],
    ...chineseDocuments.map((document): [string, MakeArticle] => [document.path, documentMaker(document)]),
    ...errorMakers(input, 'zh'),
  ]);
}

/** The pages of the reference, from the API's description and the documents of the repository. */
export function createSite(input: SiteInput): Site {
  const inEnglish = articleMakers(input);
  const inChinese = chineseMakers(input);
  const makers = new Map([...inEnglish, ...inChinese]);
  const translated = new Set([...inEnglish.keys()].filter((path) => inChinese.has(chinesePath(path))));
  const chineseOf = new Map(TRANSLATIONS.map(({ file, chinese }) => [file, chinese]));
  const navigationIn = (language: Language) =>
    createNavigation({
      operations: input.api.operations,
      language,
      translated,
      titleOf: ({ file }, each) =>
        titleOf(input.documents.get((each === 'zh' && chineseOf.get(file)) || file) ?? ''),
    });
  const navigations = { en: navigationIn('en'), zh: navigationIn('zh') };
  const resolveLink = createLinkResolver(input.api, input.errors);
  let renderer: Promise<RenderDocument> | undefined;

  async function makeArticle(path: string): Promise<Article> {
    renderer ??= createRenderer(resolveLink).catch((error: unknown) => {
      // The library may load at the next request.
      renderer = undefined;
      throw error;
    });
    const make = makers.get(path);
    if (!make) throw new Error(`There is no page ${path}`);
    return make(await renderer);
  }

  async function renderIndex(language: Language): Promise<string> {
    const entries: unknown[] = [];
    for (const path of inEnglish.keys()) {
      const isInChinese = language === 'zh' && translated.has(path);
      entries.push(...(await makeArticle(isInChinese ? chinesePath(path) : path)).entries);
      // Other requests are served between two documents.
      await nextTick();
    }
    return `export default ${JSON.stringify(entries)};\n`;
  }

  function frameOf(path: string): Frame {
    const language = inChinese.has(path) ? 'zh' : 'en';
    const english = language === 'en' ? path : path.replace(chinesePath(DOCS), DOCS);
    const paths = translated.has(english) ? { en: english, zh: chinesePath(english) } : null;
    return { navigation: navigations[language], language, paths };
  }

  return {
    paths: [...makers.keys()],
    chinesePathOf: (path) => (translated.has(path) ? chinesePath(path) : null),
    render: async (path) => toDocument(await makeArticle(path), frameOf(path)),
    renderIndex,
  };
}
