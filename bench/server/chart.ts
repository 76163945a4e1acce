import { type Figures, isFigure, type Row, type RowResult } from './measure-row.ts';
import { SAME_PROMISES } from './peer-list.ts';

const WIDTH = 860;
const LEFT = 250;
const RIGHT = 70;
const TOP = 84;
const LINE = 20;
const ROW_GAP = 34;
const AXIS = 54;

// Colours that keep their contrast on both grounds; the ground follows the reader's scheme with the text.
const STYLE = `
  svg { --ground: #ffffff; --text: #1f2328; --quiet: #59636e; --grid: #d1d9e0; --ours: #0a66c2; --peer: #8a6d3b; --same: #8250df; }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #0d1117; --text: #f0f6fc; --quiet: #9198a1; --grid: #3d444d; --ours: #58a6ff; --peer: #d4a72c; --same: #bc8cff; }
  }
  .ground { fill: var(--ground) } .grid { stroke: var(--grid) } .range { stroke-width: 2 }
  text { font: 13px system-ui, sans-serif; fill: var(--text); paint-order: stroke }
  .head { font-weight: 600 } .quiet { fill: var(--quiet) } .title { font-size: 16px; font-weight: 600 }
  .ours { fill: var(--ours); stroke: var(--ours) } .peer { fill: var(--peer); stroke: var(--peer) }
  .same { fill: var(--same); stroke: var(--same) }
  text, text.ours, text.peer, text.same { stroke: var(--ground); stroke-width: 4px }`;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Medians of all rows as dots with their range, on one logarithmic axis. */
export function renderChart(results: readonly RowResult[]): string {
  const rows = results.map((result) => ({ ...result, figures: result.figures.filter(isFigure) }));
  const rates = rows.flatMap(({ figures }) => figures.map((one) => one.requestsPerSecond));
  const from = Math.floor(Math.log10(Math.min(...rates.map(({ low }) => low))));
  const to = Math.ceil(Math.log10(Math.max(...rates.map(({ high }) => high))));
  const x = (value: number): number =>
    LEFT + ((Math.log10(value) - from) / (to - from)) * (WIDTH - LEFT - RIGHT);
  let y = TOP;
  const parts = rows.map(({ row, figures }) => {
    y += ROW_GAP;
    const head = `<text class="head" x="16" y="${y - 8}">${escape(headOf(row))}</text>`;
    const lines = figures.map((figure, index) => {
      y += LINE;
      const isOurs = index === 0 || row.isOursAlone === true;
      return renderLine(figure, { x, y, kind: isOurs ? 'ours' : kindOf(figure) });
    });
    return [head, ...lines].join('\n');
  });
  const bottom = y + LINE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + AXIS}" role="img" aria-label="Requests a second of the service and its peers">
<style>${STYLE}
</style>
<rect class="ground" width="100%" height="100%"/>
<text class="title" x="16" y="30">Requests a second, more is better</text>
<text class="quiet" x="16" y="52">Dot: median of the rounds. Line: lowest to highest round.</text>
${renderLegend(72)}
${renderAxis({ from, to, x, bottom })}
${parts.join('\n')}
</svg>
`;
}

const headOf = ({ title, unit }: Row): string => (unit ? `${title} (${unit}s a second)` : title);

type Kind = 'ours' | 'peer' | 'same';

const kindOf = ({ name }: Figures): Kind => (name === SAME_PROMISES ? 'same' : 'peer');

const LEGEND: readonly { kind: Kind; text: string; x: number }[] = [
  { kind: 'ours', text: 'this service', x: 16 },
  { kind: 'same', text: 'a peer that keeps the same promises', x: 120 },
  { kind: 'peer', text: 'peers that do less', x: 396 },
];

const renderLegend = (y: number): string =>
  LEGEND.map(({ kind, text, x }) => `<text class="${kind}" x="${x}" y="${y}">${text}</text>`).join('\n');

interface Place {
  x: (value: number) => number;
  y: number;
  kind: Kind;
}

function renderLine({ name, requestsPerSecond: rate }: Figures, { x, y, kind }: Place): string {
  const middle = y - 4;
  return [
    `<text${kind === 'peer' ? '' : ` class="${kind}"`} x="${LEFT - 14}" y="${y}" text-anchor="end">${escape(name)}</text>`,
    `<line class="range ${kind}" x1="${x(rate.low).toFixed(1)}" x2="${x(rate.high).toFixed(1)}" y1="${middle}" y2="${middle}"/>`,
    `<circle class="${kind}" cx="${x(rate.median).toFixed(1)}" cy="${middle}" r="5"/>`,
    `<text class="${kind}" x="${(x(rate.high) + 12).toFixed(1)}" y="${y}">${whole(rate.median)}</text>`,
  ].join('\n');
}

interface Axis {
  from: number;
  to: number;
  x: (value: number) => number;
  bottom: number;
}

function renderAxis({ from, to, x, bottom }: Axis): string {
  const powers = Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
  const lines = powers.flatMap((power) => {
    const at = x(power).toFixed(1);
    return [
      `<line class="grid" x1="${at}" x2="${at}" y1="${TOP}" y2="${bottom}"/>`,
      `<text class="quiet" x="${at}" y="${bottom + 18}" text-anchor="middle">${whole(power)}</text>`,
    ];
  });
  const middle = (LEFT + WIDTH - RIGHT) / 2;
  return [
    ...lines,
    `<text class="quiet" x="${middle}" y="${bottom + 40}" text-anchor="middle">requests a second, each step ten times the one before</text>`,
  ].join('\n');
}
