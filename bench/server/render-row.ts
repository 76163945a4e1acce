import { type Figures, isFigure, type Row, type RowResult } from './measure-row.ts';
import { doesLess, leftOutBy } from './peer-list.ts';
import { renderGoals, short, times, whole } from './render-goals.ts';

const micros = (value: number | null): string => (value === null ? '–' : whole(value));

const headOf = ({ unit }: Row): string[] => [
  '',
  `${unit ?? 'request'}s/s (lowest to highest round)`,
  'p50 ms',
  'p99 ms',
  `CPU ${unit ? `an ${unit}` : 'a request'}, µs: process + Postgres`,
  'this service has',
];
const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** One comparison as a table, with what to know about it and its goals. */
export function renderRow({ row, figures }: RowResult): string[] {
  const remarks = [...renderPeers(figures), ...renderGoals({ row, figures })];
  const head = headOf(row);
  return [
    `## ${row.title}`,
    '',
    tableRow(head),
    tableRow(head.map(() => '---')),
    ...figures.map((one, index) => tableRow(cellsOf(one, index === 0, figures[0]))),
    '',
    row.note,
    '',
    ...(remarks.length > 0 ? [...remarks, ''] : []),
  ];
}

function cellsOf(figures: Figures, isOurs: boolean, ours: Figures | undefined): string[] {
  const { name, requestsPerSecond: rate } = figures;
  if (!isFigure(figures)) return [name, `no figure: ${wrongOf(figures)}`, '', '', '', ''];
  const range = `${whole(rate.low)} to ${whole(rate.high)}`;
  const cpu = `${micros(figures.processUs)} + ${micros(figures.postgresUs)}`;
  const ratio = isOurs || !ours || !isFigure(ours) ? '' : times(figures.ratio);
  return [
    doesLess(name) ? `${name} (does less)` : name,
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

/** One line a peer: what it does less than the service. */
function renderPeers(figures: readonly Figures[]): string[] {
  return figures.flatMap(({ name }) => {
    const leftOut = leftOutBy(name);
    return leftOut === undefined ? [] : [`- ${name} leaves out ${leftOut}.`];
  });
}
