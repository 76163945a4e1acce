import { InvalidArgumentError } from 'commander';
import { FEED_TYPES, ID_PREFIXES, LIMITS, PATTERNS } from './generated/tables.ts';

// Longer than any purchase takes; beyond 2^31 ms a timer would fire at once.
const MAX_SECONDS = 86_400;

/** Parses seconds from the command line to milliseconds. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0 || seconds > MAX_SECONDS) {
    throw new InvalidArgumentError(`It must be a number of seconds above 0, at most ${MAX_SECONDS}.`);
  }
  return Math.ceil(seconds * 1_000);
}

/** Parses the `version` of an intent. */
export function parseVersion(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/**
 * A parser of what can be an id; the number of the caller's own record is a common mistake.
 *
 * @param list - the command that shows the ids.
 */
export function parseIdOf(
  what: string,
  kind: keyof typeof ID_PREFIXES,
  list: string,
): (text: string) => string {
  const prefix = ID_PREFIXES[kind];
  const pattern = new RegExp(`^${prefix}[0-9A-Za-z]+$`);
  return (text) => {
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError(`The id of ${what} begins with ${prefix}; \`${list}\` shows the ids.`);
  };
}

export const parseIntentId = parseIdOf('an intent', 'intent', 'intents list');

/** A parser of text that is `min` to `max` characters long without the white space around it. */
export function parseTextOf({ min, max }: { min: number; max: number }): (value: string) => string {
  return (value) => {
    if (PATTERNS.forbiddenText.test(value) || !value.isWellFormed()) {
      throw new InvalidArgumentError('It must have no control characters or line breaks.');
    }
    const length = Array.from(value.trim()).length;
    if (length < min || length > max) {
      throw new InvalidArgumentError(`It must be ${min} to ${max} characters long.`);
    }
    return value;
  };
}

/** A parser of a whole address of the web. */
export function parseUrlOf(maxChars: number, example: string): (value: string) => string {
  return (value) => {
    if (URL.canParse(value) && /^https?:/i.test(value) && value.length <= maxChars) return value;
    throw new InvalidArgumentError(`It must be a whole address, such as ${example}.`);
  };
}

/** A parser of a whole number from `min` to `max`. */
export function parseIntegerOf(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number, ${min} to ${max}.`);
  };
}

export const parsePageSize = parseIntegerOf(1, LIMITS.pageSizeMax);

export function parseIdempotencyKey(text: string): string {
  if (!PATTERNS.idempotencyKey.test(text) || text.length > LIMITS.idempotencyKeyChars) {
    throw new InvalidArgumentError(`It must be 1 to ${LIMITS.idempotencyKeyChars} visible ASCII characters.`);
  }
  return text;
}

/** Accepts a day or a time as the service does. */
export function parseTime(text: string): string {
  if (!PATTERNS.time.test(text) || !isRealDay(text) || Number.isNaN(Date.parse(text))) {
    throw new InvalidArgumentError('It must be a day or a time, such as 2026-11-01 or 2026-11-01T09:30:00Z.');
  }
  return text;
}

/** Parses a time to Unix milliseconds: as the service accepts it, or as logs have it, in Unix seconds or milliseconds. */
export function parseInstant(text: string): number {
  if (/^\d{10}(\.\d{1,9})?$/.test(text)) return Math.round(Number(text) * 1_000);
  if (PATTERNS.timestamp.test(text)) return Number(text);
  try {
    return Date.parse(parseTime(text));
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError(
      'It must be Unix seconds or milliseconds, 10 or 13 digits, or a day or a time, such as 2026-11-01T09:30:00Z.',
    );
  }
}

/** `Date.parse` accepts February 30. */
function isRealDay(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number);
  const lastDay = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate();
  return day !== undefined && day >= 1 && day <= lastDay;
}

/** A parser of values separated by commas, each of which must be one of `known`. */
export function parseListOf(known: readonly string[]): (text: string) => string {
  return (text) => {
    const unknown = text.split(',').filter((each) => !known.includes(each));
    if (unknown.length === 0) return text;
    throw new InvalidArgumentError(
      `There is no ${unknown.map((each) => JSON.stringify(each)).join(', ')}.${suggest(unknown, known)} Allowed are ${known.join(', ')}, separated by commas.`,
    );
  };
}

const parseKnownTypes = parseListOf(FEED_TYPES);

/** Accepts types of events, separated by commas. */
export function parseEventTypes(text: string): string {
  const types = parseKnownTypes(text);
  if (types.split(',').length <= LIMITS.feedTypes) return types;
  throw new InvalidArgumentError(`It must be at most ${LIMITS.feedTypes} types.`);
}

/** Parses where to begin in the feed, to a cursor of the service. */
export function parseFrom(text: string): string {
  if (text === 'now') return 'latest';
  if (PATTERNS.feedCursor.test(text) && text !== 'latest') return text;
  throw new InvalidArgumentError(
    'It must be now, or the sequence of an event to begin after; 0 begins with the oldest.',
  );
}

/** The known words that hold an unknown one, as a question after a space; nothing when there are none. */
function suggest(unknown: readonly string[], known: readonly string[]): string {
  const texts = unknown.map((each) => each.toLowerCase()).filter((text) => text !== '');
  const near = known.filter((word) => texts.some((text) => word.toLowerCase().includes(text)));
  return near.length > 0 && near.length < known.length ? ` Did you mean ${near.join(' or ')}?` : '';
}
