import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TRANSLATIONS } from '../../apps/server/src/docs/site-map.ts';
import { findTranslationLag, followsLine } from '../../scripts/house/find-translation-lag.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const ALL = [{ file: 'README.md', chinese: 'README.zh.md' }, ...TRANSLATIONS];
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

it('lists every document in Chinese', () => {
  const files = globSync(['*.zh.md', 'docs/**/zh/*.md'], { cwd: ROOT });
  expect(files.toSorted()).toEqual(ALL.map(({ chinese }) => chinese).toSorted());
});

describe.each(ALL)('$chinese', (translation) => {
  it('follows the text in English', () => {
    expect(findTranslationLag(translation, ALL, read)).toEqual([]);
  });

  it('and the text in English link to each other below the title', () => {
    const [toChinese, toEnglish] = [
      { from: translation.file, label: '中文' },
      { from: translation.chinese, label: 'English' },
    ].map(({ from, label }) => new RegExp(`^# .+\n\n\\[${label}\\]\\((.+)\\)$`, 'm').exec(read(from))?.[1]);
    const isInFolder = translation.chinese.includes('/zh/');
    const name = translation.file.split('/').at(-1) ?? '';
    expect(toChinese).toBe(isInFolder ? `zh/${name}` : 'README.zh.md');
    expect(toEnglish).toBe(isInFolder ? `../${name}` : name);
  });
});

describe('the check of a document in Chinese', () => {
  const ENGLISH = `# A guide

[中文](zh/a.md)

Sends \`code\` to [another](b.md#part).

## A table

| One   | Two |
| ----- | --- |
| first | 1   |

\`\`\`sh
# not a heading
npm start
\`\`\`
`;
  const PAIRS = [
    { file: 'a.md', chinese: 'zh/a.md' },
    { file: 'b.md', chinese: 'zh/b.md' },
  ] as const;
  const CHINESE = `${followsLine('a.md', ENGLISH)}

# 指南

[English](../a.md)

把 \`code\` 发给[另一篇](b.md#部分)。

## 表格

| 一 | 二 |
| -- | -- |
| 甲 | 1  |

\`\`\`sh
# not a heading
npm start
\`\`\`
`;
  const lagOf = (english: string, chinese: string) =>
    findTranslationLag(PAIRS[0], PAIRS, (file) => (file === 'a.md' ? english : chinese));

  it('finds nothing in one that says the same', () => {
    expect(lagOf(ENGLISH, CHINESE)).toEqual([]);
  });

  it('names the file and the section when the text in English changes, and says what its first line is then', () => {
    const changed = ENGLISH.replace('| first |', '| other |');
    const [lag, ...more] = lagOf(changed, CHINESE);
    expect(more).toEqual([]);
    expect(lag).toContain(
      'zh/a.md follows an older text of a.md: bring up to date what changed in "A table"',
    );
    const [, line = ''] = lag?.split('\n') ?? [];
    expect(lagOf(changed, CHINESE.replace(/^.*/, line))).toEqual([]);
  });

  it('is not disturbed by the padding of a table or another break of a line', () => {
    const formatted = ENGLISH.replace('| One   |', '| One         |').replace('| ----- |', '| ----------- |');
    expect(lagOf(formatted.replace('to [another]', 'to\n[another]'), CHINESE)).toEqual([]);
  });

  it.each([
    ['a heading less', '## 表格\n', '', 'has 1 headings, a.md has 2'],
    [
      'another level of a heading',
      '## 表格',
      '### 表格',
      '"表格" (A table): lacks the level of the heading ##',
    ],
    ['other code', 'npm start', 'npm test', '"表格" (A table): lacks the code block ```sh'],
    ['a row less', '| 甲 | 1  |\n', '', '"表格" (A table): lacks the row of a table row 3'],
    ['a name less', '`code`', '代码', '"指南" (A guide): lacks the code in the text code'],
    ['a link to English', '](b.md', '](../b.md', '"指南" (A guide): lacks the link zh/b.md'],
  ])('finds %s', (_, part, replacement, expected) => {
    const [lag] = lagOf(ENGLISH, CHINESE.replace(part, replacement));
    expect(lag).toContain('zh/a.md');
    expect(lag).toContain(expected);
  });
});
