import { IDEMPOTENCY_KEY_PATTERN, LIMITS } from '@procurement-intents/contract';
import { ValidationError } from './errors.ts';

/**
 * The caller's `Idempotency-Key`; null when none was sent.
 *
 * @throws ValidationError for a key that is empty, too long, or has anything but visible ASCII.
 */
export function readIdempotencyKey(given: string | null | undefined): string | null {
  if (given === null || given === undefined) return null;
  const max = LIMITS.idempotencyKeyChars;
  if (IDEMPOTENCY_KEY_PATTERN.test(given) && given.length <= max) return given;
  throw new ValidationError([{ field: 'Idempotency-Key', issue: { rule: 'idempotencyKey', max } }]);
}
