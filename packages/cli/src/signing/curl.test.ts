import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { quote, toCurl } from './curl.ts';

it.each(["it's", '$(rm x)', '`x`', 'a b', '', '*', '"', 'a\nb', '\\', '中文', '--x=1'])(
  'quotes %j for a shell',
  (word) => {
    expect(execFileSync('sh', ['-c', `printf %s ${quote(word)}`], { encoding: 'utf8' })).toBe(word);
  },
);

it('sends the file itself when there is one, so that no newline is lost', () => {
  const request = {
    method: 'POST',
    url: 'https://h/p?a[]=1',
    headers: { 'x-a': 'b' },
    body: Buffer.from('{}\n'),
  };
  expect(toCurl({ ...request, bodyFile: 'my order.json' })).toBe(
    "curl --globoff --path-as-is -X POST -H 'x-a: b' --data-binary '@my order.json' 'https://h/p?a[]=1'",
  );
  expect(toCurl({ ...request, bodyFile: null })).toContain("--data-binary '{}\n'");
});
