/**
 * What was typed as a number; undefined: nothing was. A text that is no number stays one, so that the service refuses it:
 * as JSON, NaN would be the `null` that takes a limit away.
 */
export function typedNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : (trimmed as unknown as number);
}
