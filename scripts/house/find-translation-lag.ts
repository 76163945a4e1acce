import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { GENERATED } from '../../packages/contract/generate/markdown.ts';

/** A document, and the same in Chinese. Both are paths in the repository. */
export interface Translation {
  file: string;
  chinese: string;
}

const LINK_BETWEEN_LANGUAGES = /^\[(?:English|中文)\]\(.*\)$/;
const FENCED = /^```.*?^```$/gms;

/** Tables are padded and lines broken by the formatter: neither is a change of the text. */
const digestOf = (section: string): string =>
  createHash('sha256')
    .update(section.replaceAll(/\s+/g, ' ').replaceAll(/-{3,}/g, '---').trim())
    .digest('hex')
    .slice(0, 8);

interface Section {
  heading: string;
  text: string;
}

/** The parts of a document, each with the heading that it begins with. What stands before the first one is left out. */
function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  let isInCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isInCode = !isInCode;
    if (!isInCode && /^#+ /.test(line)) {
      sections.push({ heading: line.replace(/^#+ /, ''), text: `${line}\n` });
    } else if (!LINK_BETWEEN_LANGUAGES.test(line)) {
      const section = sections.at(-1);
      if (section) section.text += `${line}\n`;
    }
  }
  return sections;
}

/** The first line of a document in Chinese: which text it was written from, with a digest of each section. */
export const followsLine = (file: string, markdown: string): string =>
  `<!-- follows ${file}: ${sectionsOf(markdown)
    .map(({ text }) => digestOf(text))
    .join(' ')} -->`;

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole);
const unique = (found: readonly string[]): string[] => [
  ...new Set(found.map((name) => name.replaceAll(/\s+/g, ' '))),
];

type LinkOf = (target: string) => string;

const withoutBlocks = ({ text }: Section): string => text.replaceAll(FENCED, '');

/** What is the same in both languages, whatever the words are. */
const PARTS: Record<string, (section: Section, linkOf: LinkOf) => readonly string[]> = {
  'level of the heading': ({ text }) => matches(text, /^#+/g),
  'code block': ({ text }) => matches(text, FENCED),
  'row of a table': (section) =>
    matches(withoutBlocks(section), /^\|/gm).map((_, index) => `row ${index + 1}`),
  'code in the text': (section) => unique(matches(withoutBlocks(section), /`([^`]+)`/g)),
  link: (section, linkOf) => unique(matches(withoutBlocks(section), /\]\(([^)\s]+)\)/g).map(linkOf)),
};

/** Where the links of a document lead: to the document in Chinese where there is one. */
function linkTargets(from: string, translations: readonly Translation[]): (target: string) => string {
  const inChinese = new Map(translations.map(({ file, chinese }) => [file, chinese]));
  return (target) => {
    // Without its anchor, which is a heading: each language has its own.
    const [path = ''] = target.split('#');
    if (/^https?:/.test(path)) return target;
    if (path === '') return '#';
    const file = posix.join(posix.dirname(from), path);
    return inChinese.get(file) ?? file;
  };
}

/** What a section lacks of the one that it follows, and what only it has. */
function differences(
  expected: Section,
  actual: Section,
  [linkOf, linkOfChinese]: [LinkOf, LinkOf],
): string[] {
  return Object.entries(PARTS).flatMap(([part, partsOf]) => {
    const [wanted, found] = [partsOf(expected, linkOf), partsOf(actual, linkOfChinese)];
    return [
      ...wanted.filter((each) => !found.includes(each)).map((each) => `lacks the ${part} ${each}`),
      ...found.filter((each) => !wanted.includes(each)).map((each) => `has the ${part} ${each} alone`),
    ];
  });
}

/** Finds how a document in Chinese falls behind; one that is generated is always of now. A sentence for each difference, which names the file to change. */
export function findTranslationLag(
  { file, chinese }: Translation,
  translations: readonly Translation[],
  read: (file: string) => string,
): string[] {
  const [english, translated] = [read(file), read(chinese)];
  const [sections, translatedSections] = [sectionsOf(english), sectionsOf(translated)];
  if (sections.length !== translatedSections.length) {
    return [`${chinese} has ${translatedSections.length} headings, ${file} has ${sections.length}`];
  }
  const links: [LinkOf, LinkOf] = [linkTargets(file, translations), linkTargets(chinese, [])];
  const found = sections.flatMap((section, index) => {
    const other = translatedSections[index] ?? { heading: '', text: '' };
    return differences(section, other, links).map(
      (difference) => `${chinese}, "${other.heading}" (${section.heading}): ${difference}`,
    );
  });
  const line = followsLine(file, english);
  const [first = ''] = translated.split('\n');
  if (first === line || first === GENERATED) return found;
  const recorded = new Set(first.split(' '));
  const changed = sections.filter(({ text }) => !recorded.has(digestOf(text)));
  const names = changed.map(({ heading }) => `"${heading}"`).join(', ');
  return [
    ...found,
    `${chinese} follows an older text of ${file}: bring up to date what changed in ${names}; then its first line is\n${line}`,
  ];
}
