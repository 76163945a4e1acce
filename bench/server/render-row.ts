import { type Figures, isFigure, type RowResult } from './measure-row.ts';

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const short = (value: number, digits: number): string =>
  Number.isNaN(value) ? '–' : value.toFixed(digits);
const micros = (value: number | null): string => (value === null ? '–' : whole(value));
const times = (ratio: number): string => `${ratio.toFixed(2)}x`;

const HEAD = [
  '',
  'requests/s (lowest to highest round)',
  'p50 ms',
  'p99 ms',
  'CPU a request, µs: process + Postgres',
  'this service has',
];
const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** One comparison as a table, with what to know about it and its goals. */
export function renderRow({ row, figures }: RowResult): string[] {
  return [
    `## ${row.title}`,
    '',
    tableRow(HEAD),
    tableRow(HEAD.map(() => '---')),
    ...figures.map((one, index) => tableRow(cellsOf(one, index === 0, figures[0]))),
    '',
    row.note,
    '',
    ...renderGoals({ row, figures }),
  ];
}

function cellsOf(figures: Figures, isOurs: boolean, ours: Figures | undefined): string[] {
  const { name, requestsPerSecond: rate } = figures;
  if (!isFigure(figures)) return [name, `no figure: ${wrongOf(figures)}`, '', '', '', ''];
  const range = `${whole(rate.low)} to ${whole(rate.high)}`;
  const cpu = `${micros(figures.processUs)} + ${micros(figures.postgresUs)}`;
  const ratio = isOurs || !ours || !isFigure(ours) ? '' : times(figures.ratio);
  return [
    name,
    `**${whole(rate.median)}** (${range})`,
    short(figures.p50Ms, 1),
    short(figures.p99Ms, 1),
    cpu,
    ratio,
  ];
}

const wrongOf = ({ wrong }: Figures): string =>
  Object.entries(wrong)
    .map(([status, count]) => `${count} answers ${status}`)
    .join(', ');

function renderGoals({ row, figures }: RowResult): string[] {
  const [ours] = figures;
  if (!ours || !isFigure(ours)) return [];
  const goals = row.goals.flatMap(({ against, atLeast }) => {
    const peer = figures.find(({ name }) => name === against);
    if (!peer || !isFigure(peer)) return [];
    return [verdict(`${atLeast}x ${against}`, peer.ratio >= atLeast, times(peer.ratio))];
  });
  if (row.p50GoalMs !== undefined) {
    const isMet = ours.p50Ms <= row.p50GoalMs;
    goals.push(verdict(`p50 within ${row.p50GoalMs} ms`, isMet, `${short(ours.p50Ms, 1)} ms`));
  }
  return goals.length === 0 ? [] : [...goals, ''];
}

const verdict = (goal: string, isMet: boolean, measured: string): string =>
  `- Goal ${goal}: ${isMet ? 'met' : 'missed'}, ${measured}.`;
