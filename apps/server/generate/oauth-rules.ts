import { basename } from 'node:path';
import { findRuleTests, type RuleTest } from '../test/oauth/rules/find-tests.ts';
import { OAUTH_RULES } from '../test/oauth/rules/rules.ts';

const GENERATED =
  '<!-- Generated from apps/server/test/oauth/rules and the names of the tests by `npm run generate`. Change those, not this page. -->';

const INTRO = `The rules that the authorization server and its tokens are held to, where each is laid down, and the tests that fail
when it is broken. A test says in its name which sections it is about, and ends with the numbers of its rules; a rule without a test
fails the tests.`;

const escape = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');

function rowOf(number: number, tests: readonly RuleTest[]): string {
  const { rule = '', source = '' } = OAUTH_RULES.get(number) ?? {};
  const names = tests
    .filter(({ rules }) => rules.includes(number))
    .map(({ file, name }) => `${escape(name)} (\`${basename(file, '.test.ts')}\`)`);
  return `| ${number} | ${rule} | ${source} | ${names.join('<br>')} |`;
}

/** The page of the rules, by its path from the root of the repository. */
export async function outputs(): Promise<Record<string, string>> {
  const tests = findRuleTests();
  const rows = [...OAUTH_RULES.keys()].map((number) => rowOf(number, tests));
  const table = ['| # | Rule | Laid down in | Tests |', '| --- | --- | --- | --- |', ...rows];
  const page = [GENERATED, '# Rules of the authorization server', INTRO, table.join('\n')].join('\n\n');
  return { 'docs/reference/oauth-rules.md': `${page}\n` };
}
