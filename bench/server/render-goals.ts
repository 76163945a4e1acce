import { CPU_GOALS, P50_GOALS_MS, P99_GOALS, RATE_GOALS, type RateGoal } from './goals.ts';
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
  const p50Ms = P50_GOALS_MS[row.id];
  if (p50Ms !== undefined) {
    goals.push(renderGoal(`p50 within ${p50Ms} ms`, ours.p50Ms <= p50Ms, `${short(ours.p50Ms, 1)} ms`));
  }
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

export const renderGoal = (goal: string, isMet: boolean, measured: string): string =>
  `- Goal ${goal}: ${isMet ? 'met' : 'missed'}, ${measured}.`;
