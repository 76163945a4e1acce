import type * as marked from 'marked';
import type { Token, Tokens } from 'marked';
import { escapeHtml } from '../escape-html.ts';
import { type Article, codeBlock, type Heading, type SearchEntry, tableHtml } from './html.ts';
import { anchorOf, type ResolveLink } from './site-map.ts';

/** A document of the repository. */
export interface Document {
  /** Its file in the repository, from which its links lead. */
  file: string;
  /** Where it is served. */
  path: string;
  markdown: string;
  /** The text in English that one in Chinese follows: links to the headings there lead to these, too. */
  follows?: string;
}

/** Renders a document. Its title is its heading of the first level. */
export type RenderDocument = (document: Document) => Article;

const MAX_ENTRY_LENGTH = 6_000;

const plainText = (inline: string): string =>
  inline.replaceAll(/[`*]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** The words of a piece of Markdown, without its marks and the targets of its links. */
const wordsOf = (markdown: string): string =>
  markdown
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/[`*|#[\]<>{}"\\]+|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_ENTRY_LENGTH);

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
// Diagrams repeat the tables beside them, and drawing them takes a library of megabytes.
const isDiagram = (token: Token): boolean =>
  token.type === 'code' && (token as Tokens.Code).lang === 'mermaid';
/** The line below the title that leads to the document in the other language: every page has this link above its text. */
const isLinkToLanguage = (token: Token): boolean =>
  token.type === 'paragraph' && /^\[(?:English|中文)\]\([^)]*\)\s*$/.test(token.raw);
const isShown = (token: Token): boolean => !isDiagram(token) && !isLinkToLanguage(token);

/** The parts of a document between its headings, for the search. */
function toEntries(tokens: readonly Token[], path: string, page: string): SearchEntry[] {
  const entries: SearchEntry[] = [{ url: path, page, title: page, text: '' }];
  for (const token of tokens) {
    if (isHeading(token) && token.depth > 1) {
      const title = plainText(token.text);
      entries.push({ url: `${path}#${anchorOf(title)}`, page, title, text: '' });
    } else if (!isHeading(token) && token.type !== 'html') {
      const entry = entries.at(-1);
      if (entry) entry.text = wordsOf(`${entry.text} ${token.raw}`);
    }
  }
  return entries;
}

/** The renderer of a document: all text is escaped, raw HTML is left out, and no image is loaded. */
function rendererOf(
  { Renderer }: typeof marked,
  file: string,
  followed: readonly string[],
  resolveLink: ResolveLink,
) {
  const renderer = new Renderer();
  let headings = 0;
  return {
    html: () => '',
    image: ({ text }: Tokens.Image) => escapeHtml(text),
    code: ({ text }: Tokens.Code) => codeBlock(text),
    table(this: typeof renderer, { header, rows }: Tokens.Table) {
      const toHtml = (cells: Tokens.TableCell[]) =>
        cells.map(({ tokens }) => this.parser.parseInline(tokens));
      return tableHtml(toHtml(header), rows.map(toHtml));
    },
    heading(this: typeof renderer, { tokens, depth, text }: Tokens.Heading) {
      const id = escapeHtml(anchorOf(plainText(text)));
      const other = escapeHtml(followed[headings++] ?? id);
      const alias = other === id ? '' : `<span id="${other}"></span>`;
      return `<h${depth} id="${id}">${alias}${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link(this: typeof renderer, { href, tokens }: Tokens.Link) {
      const label = this.parser.parseInline(tokens);
      const target = resolveLink(file, href);
      if (target !== null) return `<a href="${escapeHtml(target)}">${label}</a>`;
      return `${label} (<code>${escapeHtml(href.replace(/^(?:\.\.\/)+/, ''))}</code> in the repository)`;
    },
  };
}

/** Loads the library and makes the function that renders. It is loaded late, because few processes are asked for pages. */
export async function createRenderer(resolveLink: ResolveLink): Promise<RenderDocument> {
  const library = await import('marked');
  return ({ file, path, markdown, follows = '' }) => {
    const parser = new library.Marked({ gfm: true });
    const followed = parser.lexer(follows).filter(isHeading);
    const anchors = followed.map(({ text }) => anchorOf(plainText(text)));
    parser.use({ renderer: rendererOf(library, file, anchors, resolveLink) });
    const tokens = parser.lexer(markdown).filter(isShown);
    const headings: Heading[] = tokens
      .filter(isHeading)
      .map(({ depth, text }) => ({ depth, title: plainText(text), id: anchorOf(plainText(text)) }));
    const title = headings.find(({ depth }) => depth === 1)?.title ?? path;
    return {
      path,
      title,
      content: parser.parser(tokens),
      headings: headings.filter(({ depth }) => depth === 2),
      entries: toEntries(tokens, path, title),
    };
  };
}
