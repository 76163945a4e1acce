import { CPU_GOALS, P50_GOALS, P99_GOALS, RATE_GOALS, type RateGoal } from './goals.ts';
import type { RowId } from './flags.ts';
import { type Figures, isFigure, type RowResult } from './measure-row.ts';

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const short = (value: number, digits: number): string =>
  Number.isNaN(value) ? '–' : value.toFixed(digits);
export const times = (ratio: number): string => `${ratio.toFixed(2)}x`;

/** One line a goal of the row; none where there is no figure to hold against it. */
export function renderGoals({ row, figures }: RowResult): string[] {
  const [ours] = figures;
  if (!ours || !isFigure(ours)) return [];
  const goals = (RATE_GOALS[row.id] ?? []).flatMap((goal) => renderRateGoal(goal, figures));
  goals.push(...renderCpuGoal(row.id, figures));
  goals.push(...renderP50Goal(row.id, figures));
  const p99Goal = P99_GOALS[row.id];
  const last = figures.at(-1);
  if (p99Goal !== undefined && last && isFigure(last)) {
    const isMet = last.p99Ratio <= p99Goal;
    goals.push(renderGoal(`p99 at most ${p99Goal}x ${figures[0]?.name}`, isMet, times(last.p99Ratio)));
  }
  return goals;
}

function renderRateGoal(goal: RateGoal, figures: readonly Figures[]): string[] {
  const peer = figures.find(({ name }) => name === goal.against);
  if (!peer || !isFigure(peer)) return [];
  const [bound, isMet] =
    'atLeast' in goal
      ? [`${goal.atLeast}x`, peer.ratio >= goal.atLeast]
      : [`at most ${goal.atMost}x`, peer.ratio <= goal.atMost];
  return [renderGoal(`${bound} ${goal.against}`, isMet, times(peer.ratio))];
}

function renderCpuGoal(id: RowId, figures: readonly Figures[]): string[] {
  const goal = CPU_GOALS[id];
  const other = figures.find(({ name }) => name === goal?.against);
  if (!goal || !other || !isFigure(other) || Number.isNaN(other.cpuRatio)) return [];
  const { against, atMost } = goal;
  return [renderGoal(`CPU at most ${atMost}x ${against}`, other.cpuRatio <= atMost, times(other.cpuRatio))];
}

function renderP50Goal(id: RowId, figures: readonly Figures[]): string[] {
  const goal = P50_GOALS[id];
  const found = goal?.of === undefined ? figures[0] : figures.find(({ name }) => name === goal.of);
  if (!goal || !found || !isFigure(found)) return [];
  const whose = goal.of === undefined ? '' : ` of "${goal.of}"`;
  return [
    renderGoal(`p50${whose} within ${goal.ms} ms`, found.p50Ms <= goal.ms, `${short(found.p50Ms, 1)} ms`),
  ];
}

export const renderGoal = (goal: string, isMet: boolean, measured: string): string =>
  `- Goal ${goal}: ${isMet ? 'met' : 'missed'}, ${measured}.`;
