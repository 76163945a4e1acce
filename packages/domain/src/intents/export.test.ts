import { LIMITS } from '@procurement-intents/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planCompanyExport } from './company-export.ts';
import { ExportCourse, type ExportPlan, planExport } from './export.ts';

const NOW = new Date('2026-11-24T12:00:00.000Z');
const START = NOW.getTime() - 30 * 86_400_000;

interface Row {
  id: string;
  createdAt: Date;
}

const rowAt = (ms: number, id: number): Row => ({
  id: `int_${String(id).padStart(32, '0')}`,
  createdAt: new Date(START + ms),
});
const inOrder = (a: Row, b: Row): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

/** What a host reads: the rows of the page, by the conditions and the place that the course names. */
function read(rows: readonly Row[], page: ReturnType<ExportCourse['next']>): Row[] {
  const untilMs = page.conditions.flatMap((condition) =>
    'ranges' in condition ? condition.ranges.map(({ to }) => (to as Date).getTime()) : [],
  );
  const after = 'after' in page.start ? page.start.after : null;
  const isBehind = ({ createdAt, id }: Row): boolean => {
    if (after === null) return true;
    const ms = createdAt.getTime() - Number(after.value);
    return ms > 0 || (ms === 0 && id > after.id);
  };
  return rows
    .filter((row) => isBehind(row) && untilMs.every((ms) => row.createdAt.getTime() <= ms))
    .slice(0, page.take);
}

/** The rows of a whole export, and how many parts they were read in. @param isCostly - of a part, by its rows. */
function exported(rows: readonly Row[], plan: ExportPlan, isCostly: (part: number) => boolean = () => false) {
  const course = new ExportCourse(plan);
  const got: Row[] = [];
  for (let parts = 1; ; parts += 1) {
    if (course.needsStart) course.startAt(read(rows, course.first())[0]?.createdAt ?? null);
    const page = course.next();
    const whole = read(rows, { ...page, take: Infinity });
    if (isCostly(whole.length)) {
      if (!course.narrow()) throw new Error('no part is short enough');
      continue;
    }
    const part = read(rows, page);
    got.push(...part);
    if (!course.took(part, true)) return { got, parts };
  }
}

const SIGNED = planExport({}, NOW);
const OF_ALL = planCompanyExport({}, NOW);

describe('the course of an export', () => {
  const times = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 65_000_000 })), {
    maxLength: 40,
  });
  /** Heaps of intents, each at one moment. */
  const rowsOf = (heaps: readonly (readonly [count: number, ms: number])[]): Row[] => {
    let next = 0;
    return heaps
      .flatMap(([count, ms]) => Array.from({ length: count * 20 }, () => rowAt(ms, (next += 1))))
      .toSorted(inOrder);
  };

  it.each([
    ['of one App', SIGNED],
    ['of several', OF_ALL],
  ])('has each row once and in order (%s)', (_, plan) => {
    fc.assert(
      fc.property(times, (heaps) => {
        const rows = rowsOf(heaps);
        expect(exported(rows, plan).got).toEqual(rows);
      }),
      { numRuns: 40 },
    );
  });

  it('has each row once and in order when long parts are too costly', () => {
    const rows = Array.from({ length: 3000 }, (_, index) => rowAt(index * 1000, index));
    expect(exported(rows, SIGNED, (part) => part > 100).got).toEqual(rows);
  });

  it('narrows no further than a moment', () => {
    const course = new ExportCourse(SIGNED);
    expect(course.narrow()).toBe(true);
    course.startAt(new Date(START));
    let narrowed = 0;
    while (course.narrow()) narrowed += 1;
    expect(narrowed).toBeLessThan(15);
  });

  it('is one page behind the other for one App, and little more for several', () => {
    const rows = Array.from({ length: 20 * LIMITS.exportPage }, (_, index) => rowAt(index * 60_000, index));
    expect(exported(rows, SIGNED).parts).toBe(21);
    expect(exported(rows, OF_ALL).parts).toBeLessThan(60);
  });

  it('does not ask for its start when it goes on behind a line', () => {
    const after = `${new Date(START).toISOString()},int_${'f'.repeat(32)}`;
    expect(new ExportCourse(planCompanyExport({ after }, NOW)).needsStart).toBe(false);
    expect(new ExportCourse(OF_ALL).needsStart).toBe(true);
  });
});
