import { RATE_LIMITED } from '../../fair-share/rate-limited.ts';
import type { UnsentAnswers } from '../../fair-share/unsent-answers.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * Refuses a call over its rate limit (42901), and a caller that leaves its answers unread: it may buy and cancel, and reads no
 * more.
 */
export function checkRate(
  { req, isOverRate }: RequestContext,
  callerId: string,
  unsent: UnsentAnswers,
): void {
  if (isOverRate || (req.method === 'GET' && unsent.isOver(callerId))) throw RATE_LIMITED;
}
