import { InvalidArgumentError } from 'commander';

// Longer than any purchase takes; beyond 2^31 ms a timer would fire at once.
const MAX_SECONDS = 86_400;

/** Parses seconds from the command line to milliseconds. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0 || seconds > MAX_SECONDS) {
    throw new InvalidArgumentError(`must be a number of seconds above 0, at most ${MAX_SECONDS}`);
  }
  return Math.ceil(seconds * 1_000);
}

export function parseNumber(text: string): number {
  if (text.trim() === '' || !Number.isFinite(Number(text)))
    throw new InvalidArgumentError('must be a number');
  return Number(text);
}

export function parsePageSize(text: string): number {
  const size = Number(text);
  if (!/^\d+$/.test(text) || size < 1 || size > 100) throw new InvalidArgumentError('must be 1 to 100');
  return size;
}
