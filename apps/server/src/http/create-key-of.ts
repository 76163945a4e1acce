import { createBinding, ownerOfKey, readIdempotencyKey } from '@procurement-intents/domain/bearer';
import type { CreateKey } from '../changes/unit-of-work.ts';
import { hashText } from '../hash-text.ts';
import type { RequestContext } from './request-context.ts';

/**
 * What identifies a create of the bearer side; null without `Idempotency-Key`.
 *
 * What the path names counts too: the same body at another App is another create.
 *
 * @param content - the validated body, without its secrets: their hash would be stored.
 * @throws ValidationError for a key that is empty, too long, or has anything but visible ASCII.
 */
export function createKeyOf(
  { req, operation, holder, params }: RequestContext,
  content: object,
): CreateKey | null {
  const key = readIdempotencyKey(req.get('idempotency-key'));
  if (key === null) return null;
  const requestHash = hashText(createBinding(operation?.id, { ...content, ...params }));
  return { ownerId: ownerOfKey(holder), key, requestHash };
}
