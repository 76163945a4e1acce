/** First line of every generated source file. */
export const GENERATED =
  '// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.';

// `printWidth` of the workspace's Prettier: the output has the layout that Prettier would give it.
const LINE_WIDTH = 110;

/** A list in source text: its brackets and its members, each a text or a nested list. */
export interface Group {
  open: string;
  close: string;
  items: readonly Source[];
}
export type Source = string | Group;

/** A string literal in the quotes that need fewer escapes. */
export function quote(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return text.includes("'") && !text.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** A property's name, in quotes where it needs them. */
export const propertyName = (name: string): string => (/^\w+$/.test(name) ? name : quote(name));

export const literal = (value: unknown): string => {
  if (value instanceof RegExp) return String(value);
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
};

export const list = (items: readonly Source[]): Group => ({ open: '[', close: ']', items });

export const object = (members: readonly Source[]): Group => ({ open: '{ ', close: ' }', items: members });

/**
 * `head` followed by `source` and `tail`: on one line when it fits, else one member per line.
 *
 * @param indent - spaces before the line that `head` begins.
 */
export function layOut(head: string, source: Source, tail: string, indent: number): string {
  const line = `${head}${flat(source)}${tail}`;
  if (typeof source === 'string' || indent + widthOf(line) <= LINE_WIDTH) return line;
  const members = source.items.map((item) => `${pad(indent + 2)}${layOut('', item, ',', indent + 2)}`);
  return [
    `${head}${source.open.trimEnd()}`,
    ...members,
    `${pad(indent)}${source.close.trimStart()}${tail}`,
  ].join('\n');
}

/** A constant with a row for each key: an object of values, lists or objects of values. */
export function renderRecord(name: string, record: object, type = ''): string {
  const rows = Object.entries(record).map(([key, value]) => {
    return `  ${layOut(`${propertyName(key)}: `, sourceOf(value), ',', 2)}`;
  });
  return `export const ${name}${type ? `: ${type}` : ''} = {\n${rows.join('\n')}\n}${type ? '' : ' as const'};`;
}

function sourceOf(value: unknown): Source {
  if (Array.isArray(value)) return list(value.map(literal));
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return literal(value);
  return object(Object.entries(value).map(([key, cell]) => `${key}: ${literal(cell)}`));
}

/** `head` and a union of `members`: on one line when it fits, else one member per line. */
export function layOutUnion(head: string, members: readonly string[], indent: number): string {
  const line = `${head} ${members.join(' | ')};`;
  if (indent + widthOf(line) <= LINE_WIDTH) return line;
  return [head, ...members.map((member) => `${pad(indent + 2)}| ${member}`)].join('\n') + ';';
}

/** Imports those of `names` that `text` mentions. */
export function importOf(text: string, names: readonly string[], file: string): string[] {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).toSorted();
  return used.length > 0 ? [layOut('import type ', object(used), ` from './${file}.ts';`, 0)] : [];
}

/** Exports `names` of another file. */
export const exportOf = (names: readonly string[], file: string): string =>
  layOut('export type ', object(names.toSorted()), ` from './${file}.ts';`, 0);

/** A doc comment that keeps the line width. */
export function docComment(text: string, indent: number): string {
  const line = `${pad(indent)}/** ${text} */`;
  if (widthOf(line) <= LINE_WIDTH) return line;
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    const longer = lines[last] === '' ? word : `${lines[last]} ${word}`;
    if (indent + 3 + widthOf(longer) <= LINE_WIDTH) lines[last] = longer;
    else lines.push(word);
  }
  return [`${pad(indent)}/**`, ...lines.map((each) => `${pad(indent)} * ${each}`), `${pad(indent)} */`].join(
    '\n',
  );
}

export const pad = (indent: number): string => ' '.repeat(indent);

/** Columns on a screen: a Han character and its punctuation take two. */
const widthOf = (text: string): number =>
  text.length + (text.match(/[\u2E80-\u9FFF\uFF00-\uFF60]/g)?.length ?? 0);

function flat(source: Source): string {
  if (typeof source === 'string') return source;
  return source.open + source.items.map(flat).join(', ') + source.close;
}
