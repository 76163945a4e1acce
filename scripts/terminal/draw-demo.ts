import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PURCHASES } from '../../packages/sdk/demo/demo-purchases.ts';
import { drawTerminal } from './draw-terminal.ts';
import { endCommandsOnExit, runCommand } from '../run-command.ts';
import { readScreen, type Segment } from './terminal-screen.ts';

// Runs the demo on the running service, in a terminal, and draws what it leaves there as docs/demo.svg. It needs
// `script` of util-linux.

const ROOT = join(import.meta.dirname, '..', '..');
const FILE = join(ROOT, 'docs', 'demo.svg');
// On a phone, 360 px wide, the letters are then 9 px high; a whole order number fits.
const COLUMNS = 62;
const ROWS = 40;
const COMMAND = 'npm run --silent demo';
const TITLE = `A run of npm run demo: ${PURCHASES.length} purchases and how each of them ended`;

/** How long each purchase took in one run. Other runs differ by tenths, and a picture that differs tells nothing. */
const SECONDS: Record<string, number> = {
  ordinary: 7.5,
  slow: 14.5,
  'price-down': 6.9,
  flaky: 7.1,
  'lost-answer': 7.3,
  'late-answer': 23.3,
  'redirect-inside': 6.7,
  'out-of-stock': 6.9,
  'price-up': 6.0,
  rejected: 6.0,
  undeliverable: 7.5,
  'slow, cancelled': 8.2,
  missing: 1.3,
};

endCommandsOnExit();
// Run by the shell of a new terminal: the demo draws colours and passing time only there.
const terminal = ['-qefc', `stty cols ${COLUMNS} rows ${ROWS}; exec ${COMMAND}`, '/dev/null'];
const { code, output } = await runCommand('script', terminal, { cwd: ROOT });
if (code !== 0) throw new Error(`the demo failed (${code}):\n${output}`);

const prompt: Segment[] = [
  { column: 0, text: '$', style: 'dim' },
  { column: 2, text: 'npm run demo', style: 'bold' },
];
const lines = readScreen(output.trimEnd(), COLUMNS).map(fixLine);
writeFileSync(FILE, drawTerminal([prompt, ...lines], { columns: COLUMNS, title: TITLE }));
console.log(`docs/demo.svg shows ${lines.length + 1} lines`);

/** The line with fixed addresses, order numbers and times, so that the next run draws the same file. */
function fixLine(line: Segment[], row: number): Segment[] {
  const label = PURCHASES.map((each) => each.label).find((each) => line[0]?.text === `✓ ${each}`);
  return line.map(({ text, ...place }) => ({ ...place, text: fixText(text, row, label) }));
}

function fixText(text: string, row: number, label: string | undefined): string {
  const order = `20261121-${String(row).padStart(6, '0')}-123456`;
  return text
    .replace(/(sandbox http:\/\/)\S+/, '$1127.0.0.1:3100')
    .replace(/(through http:\/\/)\S+/, '$1127.0.0.1:3000')
    .replace(
      /\b([ABC])(\d[\d-]*)/g,
      (_, shop: string, number: string) => shop + order.slice(0, number.length),
    )
    .replace(/\d+\.\d s$/, () => `${secondsOf(label)} s`);
}

function secondsOf(label = ''): string {
  const seconds = SECONDS[label];
  if (seconds === undefined) throw new Error(`SECONDS in draw-demo.ts has no time of "${label}"`);
  return seconds.toFixed(1);
}
