/**
 * Whether a caller that sends this `Accept` wants CSV rather than the other form (RFC 9110, section 12.5.1). Of two forms
 * that it likes as much, the one that it names counts before one that a wildcard covers, and the other form before CSV.
 *
 * @param otherType - the media type of the other form. Default: JSON.
 */
export function prefersCsv(accept: string | undefined, otherType = 'application/json'): boolean {
  if (accept === undefined) return false;
  const ranges = accept.split(',').map(rangeOf);
  const [csv, other] = [likingOf(ranges, 'text/csv'), likingOf(ranges, otherType)];
  if (csv.quality !== other.quality) return csv.quality > other.quality;
  return csv.quality > 0 && csv.detail > other.detail;
}

interface Range {
  type: string;
  quality: number;
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The quality of the most detailed range that covers a media type; `detail` 0 when none does. */
function likingOf(ranges: readonly Range[], mediaType: string) {
  const names = ['*/*', mediaType.replace(/\/.*/, '/*'), mediaType];
  for (const [index, name] of [...names.entries()].reverse()) {
    const range = ranges.find((one) => one.type === name);
    if (range) return { quality: range.quality, detail: index + 1 };
  }
  return { quality: 0, detail: 0 };
}
