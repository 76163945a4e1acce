import { setImmediate as nextTick } from 'node:timers/promises';
import type { ApiDescription, ErrorDescription } from '@procurement-intents/contract';
import { errorArticles } from './error-articles.ts';
import type { Article } from './html.ts';
import { createNavigation, toDocument } from './layout.ts';
import { operationArticle } from './operation-article.ts';
import { overviewArticle } from './overview-article.ts';
import { createRenderer, type Document, type RenderDocument } from './render-markdown.ts';
import { createLinkResolver, DATA_PATH, DOCS, operationPath, SOURCES, TRY_PATH } from './site-map.ts';
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
  /** Makes the module with everything that the search finds. */
  renderIndex(): Promise<string>;
}

type MakeArticle = (render: RenderDocument) => Article;

const documentMaker =
  (document: Document): MakeArticle =>
  (render) =>
    render(document);

/** The function that makes each article, by path. */
function articleMakers(input: SiteInput): Map<string, MakeArticle> {
  const { api, errors, documents } = input;
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
    ...errorArticles(errors, api.operations).map((article): [string, MakeArticle] => [
      article.path,
      () => article,
    ]),
  ]);
}

const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

/** The pages of the reference, from the API's description and the documents of the repository. */
export function createSite(input: SiteInput): Site {
  const makers = articleMakers(input);
  const navigation = createNavigation(input.api.operations, ({ file }) =>
    titleOf(input.documents.get(file) ?? ''),
  );
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

  async function renderIndex(): Promise<string> {
    const entries: unknown[] = [];
    for (const path of makers.keys()) {
      entries.push(...(await makeArticle(path)).entries);
      // Other requests are served between two documents.
      await nextTick();
    }
    return `export default ${JSON.stringify(entries)};\n`;
  }

  return {
    paths: [...makers.keys()],
    render: async (path) => toDocument(await makeArticle(path), navigation),
    renderIndex,
  };
}
