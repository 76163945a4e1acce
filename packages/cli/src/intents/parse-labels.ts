import { InvalidArgumentError } from 'commander';
import { LIMITS, PATTERNS, TEXT_LENGTHS } from '../generated/tables.ts';
import { parseTextOf } from '../parse-arguments.ts';

const parseValue = parseTextOf(TEXT_LENGTHS.label);

/** A key and a text, as in `batch=2026-11`. @throws InvalidArgumentError. */
function parsePair(pair: string): [key: string, text: string] {
  const equals = pair.indexOf('=');
  const key = pair.slice(0, Math.max(equals, 0));
  if (PATTERNS.labelKey.test(key)) return [key, pair.slice(equals + 1)];
  throw new InvalidArgumentError(
    `A label is key=value; the key has lower-case letters, digits, _ . and -, at most ${LIMITS.labelKeyChars}, a letter first.`,
  );
}

/**
 * Labels as in `batch=2026-11,cost-center=it`; an empty text: none. A value with a comma fits into a file only.
 *
 * @throws InvalidArgumentError with what they must be.
 */
export function parseLabels(text: string): Record<string, string> {
  const pairs = text === '' ? [] : text.split(',').map(parsePair);
  const labels = Object.fromEntries(pairs.map(([key, value]) => [key, parseValue(value)]));
  if (Object.keys(labels).length < pairs.length)
    throw new InvalidArgumentError('Each key can be given once.');
  if (pairs.length > LIMITS.labelsPerIntent) {
    throw new InvalidArgumentError(`It must be ${LIMITS.labelsPerIntent} labels at most.`);
  }
  return labels;
}

/** Filters by labels, by the name of their parameter. */
export type LabelFilters = Record<`label[${string}]`, string>;

/**
 * A filter by a label, as in `batch=2026-11`, or `batch=2026-10,2026-11` for one of several values, added to those before.
 *
 * @throws InvalidArgumentError with what it must be.
 */
export function parseLabelFilter(text: string, before: LabelFilters = {}): LabelFilters {
  const [key, values] = parsePair(text);
  values.split(',').forEach(parseValue);
  const filters = { ...before, [values.includes(',') ? `label[${key}][in]` : `label[${key}]`]: values };
  if (Object.keys(filters).length > LIMITS.labelFilters) {
    throw new InvalidArgumentError(`It can be given ${LIMITS.labelFilters} times at most.`);
  }
  return filters;
}
