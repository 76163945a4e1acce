import type { Segment } from './terminal-screen.ts';

const FONT_PX = 14;
// The advance of a character in the usual monospace fonts, 0.6 em. A segment is stretched to it in any other font.
const COLUMN_PX = 8.4;
const LINE_PX = 20;
const PADDING_PX = 12;
// Ratios of contrast to their background are all above 4.5.
const STYLE = `
    rect { fill: #f6f8fa; stroke: #d0d7de }
    text { fill: #1f2328; font: ${FONT_PX}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace }
    .bold { font-weight: bold }
    .dim { fill: #59636e }
    .green { fill: #116329 }
    .red { fill: #a40e26 }
    .yellow { fill: #7d4e00 }
    @media (prefers-color-scheme: dark) {
      rect { fill: #0d1117; stroke: #3d444d }
      text { fill: #f0f6fc }
      .dim { fill: #9198a1 }
      .green { fill: #56d364 }
      .red { fill: #ff7b72 }
      .yellow { fill: #e3b341 }
    }`;

/** Draws the lines of a terminal as an SVG that follows the reader's light or dark theme and loads nothing. */
export function drawTerminal(
  lines: readonly Segment[][],
  options: { columns: number; title: string },
): string {
  const width = round(2 * PADDING_PX + options.columns * COLUMN_PX);
  const height = 2 * PADDING_PX + lines.length * LINE_PX;
  const texts = lines.flatMap((line, row) => line.map((segment) => drawSegment(segment, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
  <title>${escape(options.title)}</title>
  <style>${STYLE}
  </style>
  <rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${texts.join('\n')}
</svg>
`;
}

function drawSegment({ column, text, style }: Segment, row: number): string {
  const x = round(PADDING_PX + column * COLUMN_PX);
  // The baseline lies where the letters are in the middle of the line.
  const y = PADDING_PX + row * LINE_PX + FONT_PX;
  const length = round(text.length * COLUMN_PX);
  const named = style && ` class="${style}"`;
  return `  <text x="${x}" y="${y}" textLength="${length}"${named}>${escape(text)}</text>`;
}

/** The lines of a picture as text, as {@link drawTerminal} was given them. */
export function readPicture(svg: string): string[] {
  const lines: string[] = [];
  for (const [, x, y, text = ''] of svg.matchAll(/<text x="([\d.]+)" y="(\d+)"[^>]*>([^<]*)</g)) {
    const row = (Number(y) - FONT_PX - PADDING_PX) / LINE_PX;
    const column = Math.round((Number(x) - PADDING_PX) / COLUMN_PX);
    lines[row] = (lines[row] ?? '').padEnd(column) + unescape(text);
  }
  return Array.from(lines, (line) => line ?? '');
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
