import type { Language } from '../src/field-issues.ts';

/** First line of every generated page. */
export const GENERATED =
  '<!-- Generated from packages/contract by `npm run generate`. Change the tables there, not this page. -->';

const cell = (value: string): string => value.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table with one row of headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A whole page from its blocks, one blank line between them. */
export function page(title: string, ...blocks: readonly string[]): string {
  return `${[GENERATED, `# ${title}`, ...blocks].join('\n\n')}\n`;
}

/** The line below the title of a page that is there in both languages: it leads to the other one. */
export const linkToOther = (file: string, language: Language): string =>
  language === 'en' ? `[中文](zh/${file})` : `[English](../${file})`;

export const code = (text: string | number): string => `\`${text}\``;

/** `1234567.5` -> `1,234,567.5`. */
export const grouped = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** The anchor that a heading gets. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');
