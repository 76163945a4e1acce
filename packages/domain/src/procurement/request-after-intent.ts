import {
  REQUEST_STATUS_BY_INTENT,
  REQUEST_STATUSES_WITH_INTENT,
} from '@procurement-intents/contract/procurement';
import type { StoredIntent } from '../intents/intent-fields.ts';
import { keptFenOf, type PaidIntent } from './kept-amount.ts';
import type { StoredRequest } from './present-procurement.ts';
import type { RequestChanges } from './request-changes.ts';

/** The idempotency key of the intent that buys a request: one request never has two intents. */
export const requestKeyOf = (requestId: string): string => `request ${requestId}`;

type EndedIntent = PaidIntent & Pick<StoredIntent, 'orderId' | 'totalFen' | 'updatedAt'>;

const isEnded = (status: string): status is keyof typeof REQUEST_STATUS_BY_INTENT =>
  Object.hasOwn(REQUEST_STATUS_BY_INTENT, status);

const FOLLOWED = new Set(REQUEST_STATUSES_WITH_INTENT);

/**
 * What becomes of a request whose intent has ended, or has cost something else than before: null for nothing. In the
 * database the trigger `follow_request_intent` does the same; `rules-in-sql.test.ts` holds both to one answer.
 */
export function requestAfterIntent(request: StoredRequest, intent: EndedIntent): RequestChanges | null {
  if (!isEnded(intent.status) || !FOLLOWED.has(request.status)) return null;
  const status = REQUEST_STATUS_BY_INTENT[intent.status];
  const spentFen =
    status === 'ORDERED' ? (intent.amountPaidFen ?? intent.totalFen) : keptFenOf(intent) || null;
  if (status === request.status && spentFen === request.spentFen) return null;
  return { status, orderId: intent.orderId, spentFen, endedAt: request.endedAt ?? intent.updatedAt };
}
