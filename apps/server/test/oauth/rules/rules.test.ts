import { describe, expect, it } from 'vitest';
import { outputs } from '../../../generate/oauth-rules.ts';
import { findRuleTests } from './find-tests.ts';
import { OAUTH_RULES } from './rules.ts';

const TESTS = findRuleTests();

describe('the rules of the authorization server', () => {
  it('are 65, numbered without a gap', () => {
    expect([...OAUTH_RULES.keys()]).toEqual(Array.from({ length: 65 }, (_, index) => index + 1));
  });

  it.each([...OAUTH_RULES])('have a test that names its source: %i, %o', (number, { source }) => {
    const names = TESTS.filter(({ rules }) => rules.includes(number)).map(({ text }) => text);
    expect(names).not.toEqual([]);
    const unnamed = source
      .split('; ')
      .filter((section) => !names.some((name) => namesSection(name, section)));
    expect(unnamed, names.join('\n')).toEqual([]);
  });

  it('are the only ones that tests name', () => {
    const unknown = TESTS.flatMap(({ rules }) => rules).filter((number) => !OAUTH_RULES.has(number));
    expect(unknown).toEqual([]);
  });

  it('are listed with their tests', async () => {
    const [page = ''] = Object.values(await outputs());
    const rows = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
    expect(rows).toEqual([...OAUTH_RULES.keys()]);
  });
});

/** `RFC 6749, 3.3 and 5.1` names `RFC 6749, 5.1`; `2.3.1` does not name `2.3`. */
const namesSection = (name: string, section: string): boolean =>
  section.split(', ').every((part) => new RegExp(`${part.replaceAll('.', '\\.')}(?!\\.?\\d)`).test(name));
