import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './list.tsx';

interface Props<Item> {
  label: string;
  items: readonly Item[];
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
  onOpen: (item: Item) => void;
  /** Called when the last rows come into sight. */
  onEnd: () => void;
}

const ROW_PX = 44;
const STEPS: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -1e9,
  End: 1e9,
};

/** Thousands of rows, of which those in sight are in the page. One tab stop; arrows move, Enter opens. */
export function Grid<Item>({ label, items, columns, keyOf, onOpen, onEnd }: Props<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= items.length - 1) onEnd();
  }, [last, items.length, onEnd]);

  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const item = items[active];
    if (event.key === 'Enter' && item) onOpen(item);
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(active + step, 0), items.length - 1);
    setActive(next);
    rows.scrollToIndex(next);
  };

  return (
    <div
      ref={box}
      className="grid"
      role="grid"
      aria-label={label}
      aria-rowcount={items.length}
      aria-activedescendant={items.length > 0 ? `row-${active}` : undefined}
      tabIndex={0}
      onKeyDown={press}
    >
      <Head names={columns.map(({ name }) => name)} />
      <div role="rowgroup" className="grid-body" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <Row
              key={keyOf(item)}
              {...{ index, start, item, columns, isActive: index === active }}
              onChosen={() => {
                setActive(index);
                onOpen(item);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

function Head({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div role="row" className="grid-row grid-head">
      {names.map((name) => (
        <span key={name} role="columnheader" data-column={name}>
          {t(`columns.${name}`)}
        </span>
      ))}
    </div>
  );
}

interface RowProps<Item> {
  index: number;
  /** Where it begins, in px. */
  start: number;
  item: Item;
  columns: readonly Column<Item>[];
  isActive: boolean;
  onChosen: () => void;
}

function Row<Item>({ index, start, item, columns, isActive, onChosen }: RowProps<Item>) {
  return (
    <div
      id={`row-${index}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isActive}
      className="grid-row"
      style={{ transform: `translateY(${start}px)` }}
      onClick={onChosen}
    >
      {columns.map(({ name, show }) => (
        <span key={name} role="gridcell" data-column={name}>
          {show(item)}
        </span>
      ))}
    </div>
  );
}
