import { expect, it } from 'vitest';
import { drawTerminal, readPicture } from './draw-terminal.ts';
import { readScreen } from './terminal-screen.ts';

const ESCAPE = '\u001b';

it('shows what is written over earlier lines', () => {
  const first = `a  waiting${ESCAPE}[K\r\nb  waiting${ESCAPE}[K\r\n`;
  const second = `${ESCAPE}[2Aa  ${ESCAPE}[32mdone${ESCAPE}[39m${ESCAPE}[K\r\n`;
  expect(readScreen(first + second, 20)).toEqual([
    [
      { column: 0, text: 'a', style: '' },
      { column: 3, text: 'done', style: 'green' },
    ],
    [
      { column: 0, text: 'b', style: '' },
      { column: 3, text: 'waiting', style: '' },
    ],
  ]);
});

it.each([
  ['an unknown escape sequence', `${ESCAPE}[5m`],
  ['a control character', '\u0007'],
  ['a line that would wrap', 'more than 10 characters'],
])('refuses %s instead of drawing it wrongly', (_, output) => {
  expect(() => readScreen(output, 10)).toThrow(Error);
});

it('draws each line where it stands, with every character', () => {
  const lines = readScreen('a <b> & c    d\r\n\r\n  e', 20);
  const picture = drawTerminal(lines, { columns: 20, title: 'a & b' });
  expect(picture).toContain('<title>a &amp; b</title>');
  expect(readPicture(picture)).toEqual(['a <b> & c    d', '', '  e']);
});
