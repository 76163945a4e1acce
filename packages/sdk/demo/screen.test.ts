import { describe, expect, it } from 'vitest';
import { createScreen, type Line } from './screen.ts';

const LINE: Line = {
  label: 'ordinary',
  id: 'int_0198f0a2b3c47d5e8f901234567890ab',
  status: 'PROCESSING',
  detail: 'A20261121-000001-123456  顺丰速运 SF1',
  orderId: 'A20261121-000001-123456',
  isExpected: null,
  elapsedMs: 1_234,
};

function collect(terminal: { isTTY?: boolean; columns?: number; rows?: number }) {
  const written: string[] = [];
  return { written, output: { write: (text: string) => written.push(text), ...terminal } };
}

describe('without a terminal', () => {
  it('writes a plain line when something but the time has changed', () => {
    const { written, output } = collect({});
    const screen = createScreen(output, {}, 1);
    screen.show([{ ...LINE, status: 'WAITING' }]);
    screen.show([LINE]);
    screen.show([{ ...LINE, elapsedMs: 2_000 }]);
    screen.show([{ ...LINE, status: 'COMPLETED', isExpected: true }]);
    expect(written).toHaveLength(2);
    expect(written.join('')).not.toContain('\u001b');
    expect(written[0]).toMatch(
      /^ {2}ordinary +int_0198f0a2b3c47d5e8f901234567890ab PROCESSING +1\.2 s {2}A2026/,
    );
    expect(written[1]).toMatch(/^✓ ordinary .* COMPLETED/);
  });
});

describe('on a terminal', () => {
  const TERMINAL = { isTTY: true, columns: 60, rows: 24 };

  it('draws over the lines before, within its width', () => {
    const { written, output } = collect(TERMINAL);
    const screen = createScreen(output, { NO_COLOR: '1' }, 2);
    screen.show([LINE, LINE]);
    screen.show([LINE, LINE]);
    expect(written[0]?.startsWith('\u001b')).toBe(false);
    expect(written[1]?.startsWith('\u001b[2A')).toBe(true);
    for (const line of (written[0] ?? '').split('\n').slice(0, -1)) {
      expect(line.replace('\u001b[K', '').length).toBeLessThan(60);
    }
  });

  it.each([
    [62, /^  ordinary +PROCESSING +1\.2 s  A20261121-000001-123456(?!\d)/],
    [80, /^  ordinary +…567890ab PROCESSING +1\.2 s  A20261121-000001-123456/],
    [120, /^  ordinary +int_0198f0a2b3c47d5e8f901234567890ab PROCESSING/],
  ])('shows as much of the id in %i columns as leaves room for the reason', (columns, expected) => {
    const { written, output } = collect({ ...TERMINAL, columns });
    createScreen(output, { NO_COLOR: '1' }, 1).show([LINE]);
    expect(written[0]).toMatch(expected);
  });

  it('colours by the outcome, unless NO_COLOR asks for none', () => {
    const { written, output } = collect(TERMINAL);
    createScreen(output, {}, 1).show([{ ...LINE, isExpected: false }]);
    createScreen(output, { NO_COLOR: '1' }, 1).show([{ ...LINE, isExpected: false }]);
    expect(written[0]).toContain('\u001b[31m');
    expect(written[1]).not.toContain('\u001b[31m');
  });

  it('writes plain lines where they do not all fit', () => {
    const { output } = collect({ ...TERMINAL, rows: 5 });
    expect(createScreen(output, {}, 13).isLive).toBe(false);
    expect(createScreen({ ...output, rows: 24 }, { TERM: 'dumb' }, 13).isLive).toBe(false);
    expect(createScreen({ ...output, rows: 24 }, {}, 13).isLive).toBe(true);
  });
});
