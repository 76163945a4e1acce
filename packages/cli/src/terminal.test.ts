import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { isColourful, openTerminal } from './terminal.ts';

it.each([
  ['a terminal', true, {}, true],
  ['a pipe', false, {}, false],
  ['a terminal with NO_COLOR', true, { NO_COLOR: '1', CLICOLOR_FORCE: '1' }, false],
  ['a terminal with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
  ['a terminal with CLICOLOR=0', true, { CLICOLOR: '0' }, false],
  ['a pipe with CLICOLOR_FORCE', false, { CLICOLOR_FORCE: '1' }, true],
  ['a dumb terminal', true, { TERM: 'dumb' }, false],
])('uses colours or not on %s', (_, isTTY, env, expected) => {
  expect(isColourful({ isTTY }, env)).toBe(expected);
});

it('asks and reads the answer from stdin', async () => {
  const stdin = new PassThrough();
  const stderr = new PassThrough();
  const terminal = openTerminal({ stdin, stdout: new PassThrough(), stderr }, {});
  const answer = terminal.ask('Sure? ');
  stdin.write(' yes \n');
  expect(await answer).toBe('yes');
  expect(String(stderr.read())).toContain('Sure? ');
});

it.each([
  [undefined, 80],
  [0, 80],
  [132, 132],
])('takes a width of %s as %i columns', (columns, expected) => {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns });
  const streams = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
  expect(openTerminal(streams, {}).columns).toBe(expected);
});
