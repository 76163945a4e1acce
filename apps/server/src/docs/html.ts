import { escapeHtml } from '../escape-html.ts';

/** A heading that a page links to. */
export interface Heading {
  id: string;
  title: string;
  depth: number;
}

/** A part of a page that the search finds. */
export interface SearchEntry {
  /** Path of the page, with the heading's anchor. */
  url: string;
  page: string;
  title: string;
  text: string;
}

/** A page before it gets the frame that all pages share. */
export interface Article {
  path: string;
  title: string;
  /** The HTML of its main part. */
  content: string;
  /** Headings of the second level, for the list of contents. */
  headings: Heading[];
  entries: SearchEntry[];
  /** A module of the page's own. */
  script?: string;
}

/** Text with Markdown's code spans and no other markup. */
export const inlineHtml = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** A block of code. It can be focused, so that the keyboard scrolls it. */
export const codeBlock = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;

const MAX_NARROW_COLUMNS = 2;
/** More than these fit beside the navigation only when each is as narrow as its words. */
const MAX_ROOMY_COLUMNS = 6;

/** Lets long names and paths break, so that they take no width from the text beside them. */
const breakNames = (cell: string): string =>
  cell.replaceAll(/<code>[^<]+<\/code>/g, (code) => code.replaceAll(/_|[.(](?=[&a-z])|\/(?=:)/g, '$&<wbr>'));

/**
 * A table from the HTML of its cells. It scrolls by itself where the page is narrow; with many columns its rows become
 * cards there, which show the heading beside each cell. The roles survive the other layout.
 */
export function tableHtml(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = headings.map((heading) => `<th role="columnheader">${heading}</th>`).join('');
  const labels = headings.map((heading) => escapeHtml(heading.replaceAll(/<[^>]+>/g, '')));
  const body = rows.map((cells) => {
    const tds = cells.map(
      (cell, index) => `<td role="cell" data-label="${labels[index]}">${breakNames(cell)}</td>`,
    );
    return `<tr role="row">${tds.join('')}</tr>`;
  });
  const cards = headings.length > MAX_NARROW_COLUMNS ? ' cards' : '';
  const dense = headings.length > MAX_ROOMY_COLUMNS ? ' dense' : '';
  return `<div class="scroll${cards}${dense}" tabindex="0"><table role="table">
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${body.join('\n')}
</tbody>
</table></div>
`;
}
