/** A day of 24 hours, as bounds and reports count it. */
export const DAY_SECONDS = 86_400;
export const DAY_MS = DAY_SECONDS * 1000;

/** 365 days: how long clients keep what does not change. */
export const YEAR_SECONDS = 365 * DAY_SECONDS;
