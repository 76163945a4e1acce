/** The text with its percent-encoding decoded. A text that cannot be decoded stays as it is: no id or name equals it. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
