import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { REPOSITORY } from '../../../src/config/config.ts';

/** A test that says which rules it holds to. */
export interface RuleTest {
  /** From the root of the repository. */
  file: string;
  /** With the groups around it. */
  name: string;
  /** The name with the cases of `it.each`, which name sections of their own. */
  text: string;
  rules: number[];
}

const FOLDERS = ['apps/server/test/{oauth,bearer,processes}', 'packages/domain/src/oauth'];
const NUMBERS = / \[(\d+(?:, \d+)*)\]$/;

/** The name that a call of `it`, `it.each(…)`, `describe` or `describe.each(…)` gives; null for other calls. */
function nameOf({ expression, arguments: [first] }: ts.CallExpression): string | null {
  const called = expression.getText().replace(/\(.*$/s, '');
  const isName = first !== undefined && ts.isStringLiteralLike(first);
  return isName && /^(?:it|describe)(?:\.each)?$/.test(called) ? first.text : null;
}

const casesOf = (node: ts.Node): string =>
  ts.isCallExpression(node) && ts.isCallExpression(node.expression)
    ? node.expression.arguments.map((argument) => argument.getText()).join(' ')
    : '';

const toNumbers = (text: string): number[] => text.split(', ').map(Number);

function testsIn(file: string): RuleTest[] {
  const text = readFileSync(join(REPOSITORY, file), 'utf8');
  const tests: RuleTest[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const name = ts.isCallExpression(node) ? nameOf(node) : null;
    if (name === null) return ts.forEachChild(node, (child) => visit(child, groups));
    const full = [...groups, name.replace(NUMBERS, '')];
    const numbers = NUMBERS.exec(name)?.[1];
    if (numbers !== undefined)
      tests.push({
        file,
        name: full.join(' '),
        text: full.join(' ') + casesOf(node),
        rules: toNumbers(numbers),
      });
    ts.forEachChild(node, (child) => visit(child, full));
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), []);
  return tests;
}

/** Every test that names a rule. A test that is skipped names none. */
export const findRuleTests = (): RuleTest[] =>
  FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: REPOSITORY }).sort()).flatMap(
    testsIn,
  );
