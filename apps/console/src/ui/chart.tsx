import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import { useLook } from '../platform/theme.ts';
import { isEmpty, type Series, stacked } from './chart-data.ts';
import { Empty } from './states.tsx';

interface Props {
  label: string;
  /** Names the columns, from left to right. */
  columns: readonly string[];
  /** The name of what the columns are. */
  columnName: string;
  series: readonly Series[];
  /** Bars that stand on each other, or lines. */
  kind: 'bars' | 'lines';
  /** A value as text. */
  show: (value: number) => string;
  /** The highest value of the axis; without it, that of the data. */
  max?: number;
}

/** Series over time, drawn, and as a table for whoever cannot see or compare what is drawn. */
export function Chart({ label, columns, columnName, series, kind, show, max }: Props) {
  const { t } = useTranslation();
  const [pointed, setPointed] = useState<number | null>(null);
  if (isEmpty(series))
    return (
      <section className="chart">
        <h3>{label}</h3>
        <Empty />
      </section>
    );
  return (
    <section className="chart">
      <h3>{label}</h3>
      <ul className="legend" aria-hidden="true">
        {series.map(({ name, colour, values }) => (
          <li key={name} data-colour={colour}>
            {name}
            {pointed !== null && `: ${textOf(values[pointed], show)}`}
          </li>
        ))}
        {pointed !== null && <li className="pointed">{columns[pointed]}</li>}
      </ul>
      <Canvas {...{ label, columns, series, kind, show, max }} onPoint={setPointed} />
      <details>
        <summary>{t('chart.table')}</summary>
        <table className="figures" aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{columnName}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column, place) => (
              <tr key={column}>
                <th scope="row">{column}</th>
                {series.map(({ name, values }) => (
                  <td key={name} data-label={name}>
                    {textOf(values[place], show)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

const textOf = (value: number | null | undefined, show: Props['show']): string =>
  value === null || value === undefined ? '–' : show(value);

const HEIGHT_PX = 200;

type CanvasProps = Pick<Props, 'label' | 'columns' | 'series' | 'kind' | 'show'> & {
  max: number | undefined;
  onPoint: (column: number | null) => void;
};

function Canvas({ label, onPoint, ...drawing }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  // The canvas has the colours of the look in which it was drawn.
  const look = useLook();
  const content = JSON.stringify([drawing.columns, drawing.series]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const plot = draw(element, drawing, onPoint);
    const size = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    size.observe(element);
    return () => {
      size.disconnect();
      plot.destroy();
    };
    // The content says whether the drawing is another one.
  }, [content, look]);
  return <div ref={box} className="canvas" role="img" aria-label={label} />;
}

const { bars } = uPlot.paths;

function draw(
  element: HTMLElement,
  { columns, series, kind, show, max }: Omit<CanvasProps, 'label' | 'onPoint'>,
  onPoint: CanvasProps['onPoint'],
): uPlot {
  const style = getComputedStyle(document.documentElement);
  const colourOf = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const drawn = kind === 'bars' ? stacked(series) : series;
  const axis = {
    stroke: colourOf('muted'),
    font: '12px system-ui, sans-serif',
    grid: { stroke: colourOf('line'), width: 1 },
    ticks: { show: false },
  };
  const [first, last] = [-0.5, columns.length - 0.5];
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
      scales: {
        x: { time: false, range: [first, last] },
        y: { range: (_, __, highest) => [0, max ?? Math.max(1, highest * 1.1)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          incrs: [1, 2, 7, 14],
          space: 60,
          values: (_, places) => places.map((place) => columns[place] ?? ''),
        },
        { ...axis, size: 60, values: (_, values) => values.map(show) },
      ],
      series: [
        {},
        ...drawn.map(({ name, colour }) =>
          kind === 'bars' && bars
            ? {
                label: name,
                fill: colourOf(colour),
                paths: bars({ size: [0.7, 40] }),
                points: { show: false },
              }
            : { label: name, stroke: colourOf(colour), width: 2, points: { show: true, size: 6 } },
        ),
      ],
      hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? null)] },
    },
    [columns.map((_, place) => place), ...drawn.map(({ values }) => [...values])],
    element,
  );
}
