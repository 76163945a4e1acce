import { accessSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ApiDescription, ErrorDescription } from '@procurement-intents/contract';
import { KEPT_BY_VERSION, type Page, type PageSet } from '../http/pages.ts';
import { createMarkdown, DIVIDED_DOCUMENTS, INDEX, markdownPath } from './markdown-pages.ts';
import { readExample } from './read-example.ts';
import { createLinkResolver, FILES, SOURCES, TRANSLATIONS } from './site-map.ts';
import { createSite } from './site.ts';
import type { TryOptions } from './try-article.ts';

/** The documents that the service serves, as committed. */
export interface Documents {
  json: string;
  yaml: string;
  api: ApiDescription;
  errors: ErrorDescription[];
  /** Markdown and other files, by their path in the repository. */
  files: ReadonlyMap<string, string>;
}

const PAGE_FOLDER = join(import.meta.dirname, 'page');
const PAGE_FILES = ['icon.svg', 'page.css', 'page.js'];
/** Needed only where calls may be sent. */
const TRY_FILES = ['try.js', 'signer.js'];

const API_FILES = {
  json: 'openapi/openapi.json',
  yaml: 'openapi/openapi.yaml',
  operations: 'openapi/operations.json',
  errors: 'openapi/errors.json',
};

/** Throws when a document is missing. Reads none. */
export function requireDocuments(repository: string): void {
  const files = [
    ...Object.values(API_FILES),
    ...[...SOURCES, ...FILES].map(({ file }) => file),
    ...TRANSLATIONS.map(({ chinese }) => chinese),
    ...DIVIDED_DOCUMENTS,
    INDEX,
  ];
  for (const file of files) accessSync(join(repository, file));
}

/** Reads the documents. Throws when one is missing. */
export function readDocuments(repository: string): Documents {
  const read = (file: string): string => readFileSync(join(repository, file), 'utf8');
  return {
    json: read(API_FILES.json),
    yaml: read(API_FILES.yaml),
    api: JSON.parse(read(API_FILES.operations)) as ApiDescription,
    errors: JSON.parse(read(API_FILES.errors)) as ErrorDescription[],
    files: new Map([
      ...SOURCES.map(({ file, beside }): [string, string] => [
        file,
        beside ? readExample(join(repository, dirname(file)), beside) : read(file),
      ]),
      ...TRANSLATIONS.map(({ chinese }): [string, string] => [chinese, read(chinese)]),
      ...FILES.map(({ file }): [string, string] => [file, read(file)]),
      ...[...DIVIDED_DOCUMENTS, INDEX].map((file): [string, string] => [file, read(file)]),
    ]),
  };
}

/** No inline script or style, and nothing from elsewhere. */
const contentPolicy = (connections: "'self'" | "'none'"): string =>
  [
    "default-src 'self'",
    `connect-src ${connections}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** In production a page cannot even call the service itself. */
const securityHeaders = ({ canSend }: TryOptions) => ({
  'Content-Security-Policy': contentPolicy(canSend ? "'self'" : "'none'"),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});

const toPage = (path: string, type: string, content: Page['content'] | string): Page => ({
  path,
  type,
  headers: { 'Cache-Control': 'no-cache' },
  content: typeof content === 'string' ? Buffer.from(content) : content,
});

/** The search library, under a path with its version: browsers keep it for a year and still see an upgrade at once. */
function searchLibrary(): Page & { path: string } {
  // The package exports neither its manifest nor the file for browsers by name.
  const folder = join(createRequire(import.meta.url).resolve('minisearch'), '..', '..', '..');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return {
    path: `/docs/assets/${version}/minisearch.js`,
    type: 'minisearch.js',
    headers: KEPT_BY_VERSION,
    content: readFileSync(join(folder, 'dist', 'es', 'index.js')),
  };
}

/** The worker that keeps pages for times without a network. It loads them itself, under a policy of its own. */
const offlineWorker = (script: string): Page => ({
  ...toPage('/docs/offline.js', 'offline.js', script),
  headers: {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentPolicy("'self'"),
    'Service-Worker-Allowed': '/docs',
  },
});

/**
 * The API document at `/openapi.json` and `/openapi.yaml`; the reference at `/docs`, with pages for operations, errors and
 * guides below it. They load nothing from elsewhere and need no signature. Beside each page is its Markdown, at its path with
 * `.md` and for callers that prefer it; `/llms.txt` is the index of both.
 *
 * @param read - called when somebody asks for the first page: the documents take 19 MB of memory.
 */
export const docsPages = (read: () => Documents, options: TryOptions): PageSet => ({
  paths: ['/docs', '/docs.md', '/llms.txt', '/openapi.json', '/openapi.yaml'],
  headers: securityHeaders(options),
  pages: () => pagesOf(read(), options),
});

function pagesOf(documents: Documents, options: TryOptions): Page[] {
  const { json, yaml, files, api, errors } = documents;
  const resolveLink = createLinkResolver(api, errors);
  const markdown = createMarkdown({ api, errors, documents: files, resolveLink });
  const markdownOf = (path: string) => {
    const text = markdown.pages.get(path);
    return text === undefined ? {} : { markdown: Buffer.from(text) };
  };
  const site = createSite({ ...documents, documents: files, ...options });
  const library = searchLibrary();
  const readPageFile = (file: string): string =>
    readFileSync(join(PAGE_FOLDER, file), 'utf8').replace('/docs/assets/minisearch.js', library.path);
  return [
    toPage('/openapi.json', 'application/json', json),
    toPage('/openapi.yaml', 'application/yaml', yaml),
    ...site.paths.map((path) => ({
      ...toPage(path, 'text/html', async () => Buffer.from(await site.render(path))),
      ...markdownOf(path),
      languages: { inChinese: site.chinesePathOf(path) },
    })),
    ...[...markdown.pages].map(([path, text]) => toPage(markdownPath(path), 'text/markdown', text)),
    toPage('/llms.txt', 'text/plain', markdown.index),
    toPage('/docs/search-index.js', 'search-index.js', async () => Buffer.from(await site.renderIndex('en'))),
    toPage('/docs/zh/search-index.js', 'search-index.js', async () =>
      Buffer.from(await site.renderIndex('zh')),
    ),
    ...FILES.map(({ file, path, type }) => toPage(path, type, files.get(file) ?? '')),
    ...[...PAGE_FILES, ...(options.canSend ? TRY_FILES : [])].map((file) =>
      toPage(`/docs/${file}`, file, readPageFile(file)),
    ),
    offlineWorker(readPageFile('offline.js')),
    library,
  ];
}
