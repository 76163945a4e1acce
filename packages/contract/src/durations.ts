/** A day of 24 hours, as bounds and reports count it. */
export const DAY_SECONDS = 86_400;
export const DAY_MS = DAY_SECONDS * 1000;
