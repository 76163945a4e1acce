import { InvalidArgumentError } from 'commander';
import { FEED_TYPES, LIMITS, PATTERNS } from './generated/tables.ts';

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

export function parsePageSize(text: string): number {
  const size = Number(text);
  if (!/^\d+$/.test(text) || size < 1 || size > LIMITS.pageSizeMax) {
    throw new InvalidArgumentError(`It must be 1 to ${LIMITS.pageSizeMax}.`);
  }
  return size;
}

/** Parses the `version` of an intent. */
export function parseVersion(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** Accepts what can be an id of an intent; an order number of the caller is a common mistake. */
export function parseIntentId(text: string): string {
  if (!/^int_[0-9A-Za-z]+$/.test(text)) {
    throw new InvalidArgumentError('The id of an intent begins with int_; `intents list` shows the ids.');
  }
  return text;
}

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
      `There is no ${unknown.map((each) => JSON.stringify(each)).join(', ')}. Allowed are ${known.join(', ')}, separated by commas.`,
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
