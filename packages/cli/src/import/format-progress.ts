import type { ImportCounts } from './import-run.ts';

const BAR_WIDTH = 24;

/** One line for a terminal: `[######······]  312/700  9.8/s  2 refused  0:39 left`. */
export function formatProgress(counts: ImportCounts, elapsedMs: number): string {
  const { rows, accepted, refused, unclear, notTried } = counts;
  const done = rows - notTried;
  const filled = Math.round((done / rows) * BAR_WIDTH);
  const ofThisRun = accepted + refused + unclear;
  const perSecond = elapsedMs > 0 ? ofThisRun / (elapsedMs / 1_000) : 0;
  const parts = [
    `[${'#'.repeat(filled)}${'·'.repeat(BAR_WIDTH - filled)}]`,
    `${done}/${rows}`,
    `${perSecond.toFixed(1)}/s`,
    refused > 0 ? `${refused} refused` : '',
    unclear > 0 ? `${unclear} unclear` : '',
    perSecond > 0 ? `${formatTime(notTried / perSecond)} left` : '',
  ];
  return parts.filter((part) => part !== '').join('  ');
}

function formatTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
