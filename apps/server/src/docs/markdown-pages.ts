import type { ApiDescription, ErrorDescription } from '@procurement-intents/contract';
import { UNKNOWN_TEXT } from './error-articles.ts';
import {
  anchorOf,
  DATA_PATH,
  DOCS,
  errorPath,
  ERRORS_PATH,
  operationPath,
  type ResolveLink,
  SOURCES,
} from './site-map.ts';

const ENDPOINTS = 'docs/reference/endpoints.md';
const ERRORS = 'docs/reference/errors.md';
/** Documents of which the site shows each part as a page of its own. */
export const DIVIDED_DOCUMENTS: readonly string[] = [ENDPOINTS, ERRORS];
export const INDEX = 'llms.txt';

interface MarkdownInput {
  api: ApiDescription;
  errors: readonly ErrorDescription[];
  documents: ReadonlyMap<string, string>;
  resolveLink: ResolveLink;
}

/** Where the Markdown of a page is served. */
export const markdownPath = (path: string): string => `${path}.md`;

/** The Markdown of the pages, by the path of the page, and the index of all; links lead to Markdown again. */
export function createMarkdown({ api, errors, documents, resolveLink }: MarkdownInput) {
  const read = (file: string): string => documents.get(file) ?? '';
  const [endpoints, details] = [partsOf(read(ENDPOINTS)), partsOf(read(ERRORS))];
  const rows: [path: string, file: string, markdown: string | undefined][] = [
    [DOCS, ENDPOINTS, endpoints.get('')],
    [ERRORS_PATH, ERRORS, details.get('')],
    [DATA_PATH, ENDPOINTS, `# Data of answers\n\n${api.data}`],
    ...api.operations.map(({ id, summary }): (typeof rows)[number] => [
      operationPath(id),
      ENDPOINTS,
      endpoints.get(anchorOf(summary)),
    ]),
    ...errors.map(({ code, name }): (typeof rows)[number] => [
      errorPath(name),
      ERRORS,
      details.get(anchorOf(`${code} ${name}`)),
    ]),
    [errorPath('UNKNOWN'), ERRORS, `# UNKNOWN\n\n${UNKNOWN_TEXT}`],
    ...SOURCES.map(({ file, path }): (typeof rows)[number] => [path, file, read(file)]),
  ];
  const shown = rows.filter(([, , markdown]) => markdown);
  const paths = new Set(shown.map(([path]) => path));
  const lead = (file: string, link: string): string | null => {
    const [page = '', anchor] = (resolveLink(file, link) ?? '').split('#');
    if (page === '') return null;
    const address = paths.has(page) ? markdownPath(page) : page;
    return anchor === undefined ? address : `${address}#${anchor}`;
  };
  return {
    pages: new Map(shown.map(([path, file, markdown = '']) => [path, rewriteLinks(markdown, file, lead)])),
    // What only readers of the repository have is left out.
    index: read(INDEX)
      .replaceAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm, (_, title: string, link: string) => {
        const address = lead(INDEX, link);
        return address === null ? LEFT_OUT : `- [${title}](${address})`;
      })
      .replaceAll(new RegExp(`^${LEFT_OUT}.*\n`, 'gm'), ''),
  };
}

const LEFT_OUT = '\0';

/** The parts of a document by the anchors of their headings, each with its heading as a title; '' is what comes before. */
function partsOf(markdown: string): Map<string, string> {
  const [body = ''] = markdown.replace(/^<!--.*?-->\n+/s, '').split(/^# Data of answers$/m);
  const [head = '', ...parts] = body.split(/^## /m);
  return new Map([
    ['', head.trimEnd()],
    ...parts.map((part): [string, string] => {
      const title = part.slice(0, part.indexOf('\n'));
      return [anchorOf(title), `# ${part.trimEnd()}`];
    }),
  ]);
}

/** Rewrites the links of a document but those in its code. A target that is not served is named in place of its link. */
function rewriteLinks(markdown: string, file: string, lead: ResolveLink): string {
  const rewritten = markdown.split(/(^```.*?^```$)/ms).map((piece, index) =>
    index % 2 === 1
      ? piece
      : piece.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, text: string, link: string) => {
          const address = lead(file, link);
          return address === null ? `${text} (\`${link}\` in the repository)` : `[${text}](${address})`;
        }),
  );
  return `${rewritten.join('').trimEnd()}\n`;
}
