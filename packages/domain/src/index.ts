export { encodeBase64Url } from './base64url.ts';
export { isSignable, isTimestampCurrent } from './check-signed-parts.ts';
export { collectFieldProblems } from './collect-field-problems.ts';
export { ApiError, type CallerError, isCallerError, ValidationError } from './errors.ts';
export { submissionOf, updateOf } from './intents/caller-changes.ts';
export { requireOwnIntent } from './intents/check-access.ts';
export { checkCancel } from './intents/check-cancel.ts';
export { checkVersion } from './intents/check-version.ts';
export { createdEventType, createdIntent, type CreateIdentity } from './intents/created-intent.ts';
export {
  type CreateKeys,
  decideReplay,
  readCreateKeys,
  restoreCreated,
  type SignedCreate,
} from './intents/decide-replay.ts';
export type { StoredEvent, StoredIntent } from './intents/intent-fields.ts';
export { DIGEST_CHARS, listBinding } from './intents/list-cursor.ts';
export { type Condition, type Range, resolveAliases } from './intents/list-filter.ts';
export { type ListOrder, type ListRequest, planPage, presentPage } from './intents/list-page.ts';
export { matchIntents } from './intents/match-intents.ts';
export {
  presentCancelled,
  presentCreated,
  presentEvent,
  presentIntent,
  presentListItem,
} from './intents/present-intent.ts';
export { productUrlError } from './intents/product-url-error.ts';
export { createdHeaders, versionHeaders } from './intents/response-headers.ts';
export { checkAllowed } from './intents/transition.ts';
export { CONTENT_UPDATES } from './intents/updated-fields.ts';
export { REDACTED } from './mask-personal-data.ts';
export { fenToYuan, yuanToFen } from './money.ts';
export { parseJsonBody, requireNoBody } from './parse-json-body.ts';
export { presentRefusal, type Refusal, refusalOf } from './present-error.ts';
export {
  type FindAnswer,
  isDead,
  OVER_SHARE,
  type PlaceAnswer,
  type RefusedAnswer,
  TOO_LATE,
  type UnclearAnswer,
  type UnclearReason,
} from './purchasing/answers.ts';
export {
  decideLateCancel,
  decideLateOrder,
  type LateDecision,
  lateOrderOf,
  LOOKUP_DELAYS_MS,
} from './purchasing/decide-late-order.ts';
export { checkPage, type PageOutcome } from './purchasing/decide-by-page.ts';
export { decidePurchase } from './purchasing/decide-purchase.ts';
export { decideRecovery, type RecoveryStep } from './purchasing/decide-recovery.ts';
export { decideTracking, orderChangeOf } from './purchasing/decide-tracking.ts';
export { CANCEL_WAIT, firstAttemptAt, LEASE, nextAttemptAt } from './purchasing/due.ts';
export { endingOf } from './purchasing/ending.ts';
export { type Charge, type OrderDetails, orderStatusOf } from './purchasing/order-details.ts';
export {
  acceptedOf,
  attemptEvent,
  cancelRefusalOf,
  cancelRequestOf,
  startOf,
} from './purchasing/purchase-changes.ts';
export { isPastRetryBudget, type PurchaseBounds } from './purchasing/purchase-rules.ts';
export {
  type Decision,
  type Evidence,
  isQuestion,
  type OrderDoubt,
  type Outcome,
  type Question,
  type Retry,
} from './purchasing/purchase-steps.ts';
export { mayHaveBeenOrdered } from './purchasing/unprocessed-intent.ts';
export { isEndless, validateFeedPage } from './purchasing/validate-feed-page.ts';
export {
  type BucketCount,
  bucketsOf,
  countRequest,
  isFull,
  isOver,
  presentRateLimit,
  type RateLimit,
  rateLimitHeaders,
  tightestBucket,
} from './rate-limit.ts';
