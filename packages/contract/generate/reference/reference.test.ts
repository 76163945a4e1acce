import { beforeAll, describe, expect, it } from 'vitest';
import { ERROR_NAMES, ERRORS } from '../../src/errors.ts';
import { EVENT_TYPES, EVENTS } from '../../src/intents/events.ts';
import { FAILURE_CODES } from '../../src/intents/failures.ts';
import { INTENT_ACTIONS, LIFECYCLE } from '../../src/intents/lifecycle.ts';
import { RATE_LIMITS, TEXT_LENGTHS } from '../../src/limits.ts';
import { ROUTES } from '../../src/signed/route-table.ts';
import { anchor, GENERATED, table } from '../markdown.ts';
import { outputs } from './reference.ts';

let pages: Record<string, string>;
const markdownPages = () => Object.entries(pages).filter(([path]) => path.endsWith('.md'));
const pageOf = (name: string): string => pages[`docs/reference/${name}.md`] ?? '';

beforeAll(async () => {
  pages = await outputs();
});

describe('the reference pages', () => {
  it('begin with a comment that names the command that generates them', () => {
    expect(GENERATED).toContain('npm run generate');
    for (const [, text] of markdownPages()) expect(text.startsWith(GENERATED)).toBe(true);
  });

  it('link only to headings that exist', () => {
    const headings = (text: string) =>
      [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchor(title));
    for (const [path, text] of markdownPages()) {
      for (const [, file, target = ''] of text.matchAll(/\]\(([a-z]+\.md)?#([^)]+)\)/g)) {
        const other = file ? pages[`docs/reference/${file}`] : text;
        expect(headings(other ?? ''), `${path} -> ${file ?? ''}#${target}`).toContain(target);
      }
    }
  });

  it('state for every error what happened and how to fix it', () => {
    const text = pageOf('errors');
    for (const name of ERROR_NAMES) {
      const section = text.split(`\n## ${ERRORS[name].code} ${name}\n`)[1]?.split('\n## ')[0] ?? '';
      expect(section, name).toContain('**What happened.**');
      expect(section, name).toContain(`**How to fix it.** ${ERRORS[name].fix}`);
      expect(section, name).toContain(`"code": ${ERRORS[name].code}`);
    }
  });

  it('say the same of every error in Chinese, in its own words', () => {
    const text = pages['docs/reference/zh/errors.md'] ?? '';
    for (const name of ERROR_NAMES) {
      const section = text.split(`\n## ${ERRORS[name].code} ${name}\n`)[1]?.split('\n## ')[0] ?? '';
      expect(section, name).toContain(`**发生了什么：** ${ERRORS[name].causeZh}`);
      expect(section, name).toContain(`**如何解决：** ${ERRORS[name].fixZh}`);
    }
  });

  it('show every status change of the lifecycle', () => {
    const text = pageOf('lifecycle');
    for (const action of INTENT_ACTIONS) {
      const { from, to } = LIFECYCLE[action];
      for (const start of from) {
        const end = to === 'removed' ? '[*]' : (to ?? start);
        expect(text).toContain(`  ${start} --> ${end}: ${action}`);
      }
    }
    for (const code of FAILURE_CODES) expect(text).toContain(`| \`${code}\` |`);
  });

  it('explain every event of a timeline', () => {
    for (const type of EVENT_TYPES) {
      expect(pageOf('lifecycle')).toContain(`| \`${type}\` | ${EVENTS[type].en} |`);
      expect(pageOf('zh/lifecycle')).toContain(`| \`${type}\` | ${EVENTS[type].zh} |`);
    }
  });

  it('list every limit and every endpoint', () => {
    for (const page of ['limits', 'zh/limits']) {
      for (const [bucket, rate] of Object.entries(RATE_LIMITS)) {
        expect(pageOf(page)).toContain(`| \`${bucket}\` | ${rate} |`);
      }
      for (const [field, { min, max }] of Object.entries(TEXT_LENGTHS)) {
        expect(pageOf(page)).toContain(`| \`${field}\` | ${min} | ${max} |`);
      }
    }
    for (const { method, path } of Object.values(ROUTES)) {
      expect(pageOf('endpoints')).toContain(`\`${method} ${path}\``);
    }
  });
});

it('escapes a pipe and a line break in a table cell', () => {
  expect(table(['a'], [['x|y\nz']])).toBe('| a |\n| --- |\n| x\\|y z |');
});
