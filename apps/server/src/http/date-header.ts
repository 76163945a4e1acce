let formattedSecond = NaN;
let formatted = '';

/** The value of `Date` for a time. Many responses share a second, so its text is kept. */
export function dateHeader(now: Date): string {
  const second = Math.floor(now.getTime() / 1000);
  if (second !== formattedSecond) {
    formattedSecond = second;
    formatted = now.toUTCString();
  }
  return formatted;
}
