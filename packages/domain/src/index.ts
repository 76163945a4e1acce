export { type AdmissionHost, admitBySteps, repeatSteps, type StepHost } from './admit-by-steps.ts';
export { encodeBase64Url } from './base64url.ts';
export {
  isOutage,
  isOwnReason,
  ORDER_ID_REUSED,
  OVER_SHARE,
  type RefusedAnswer,
  type UnclearAnswer,
  type UnclearReason,
} from './call-answers.ts';
export { checkPermission } from './signed/check-permission.ts';
export { type RepeatedSignedStep, SIGNED_ADMISSION, type SignedStep } from './signed/signed-admission.ts';
export { isSignable, isTimestampCurrent } from './signed/check-signed-parts.ts';
export { explainFaults, explainMistakes, type SecretDiagnosis } from './signed/explain-signature.ts';
export { collectFieldProblems } from './collect-field-problems.ts';
export { parsePlainUrl } from './plain-url.ts';
export { segmentsOf } from './url-path.ts';
export { decodePercent } from './decode-percent.ts';
export { ApiError, type CallerError, type FieldProblem, isCallerError, ValidationError } from './errors.ts';
export { checkIpAllowList } from './ip-allow-list.ts';
export {
  feedQueryOf,
  type FeedBounds,
  type FeedFilter,
  type FeedQuery,
  feedSpan,
  type FeedSpan,
  feedStart,
  isPublished,
  passesFeedFilter,
  presentEventPage,
  publishedDetail,
  type PublishedEvent,
} from './events/read-feed.ts';
export { type BatchOutcome, presentBatch, readBatchItem, requireNoKeyHeader } from './intents/batch.ts';
export { AUTOMATIC } from './intents/caller-changes.ts';
export { requireOwnIntent } from './intents/check-access.ts';
export { checkCancel } from './intents/check-cancel.ts';
export { type CheckedPage, checkPage, findingOfPage } from './intents/check-product-page.ts';
export { checkVersion } from './check-version.ts';
export { type ChangeRequest, decideChange } from './purchasing/decide-change.ts';
export {
  createdEventType,
  createdIntent,
  createdStatus,
  type CreateIdentity,
} from './intents/created-intent.ts';
export {
  checkFinding,
  type CreateFacts,
  decideCreate,
  isInsertedAtOnce,
  isPageRead,
  type ProductFinding,
} from './intents/decide-create.ts';
export {
  type CreateKeys,
  decideReplay,
  readCreateKeys,
  restoreCreated,
  type SignedCreate,
} from './intents/decide-replay.ts';
export type { IntentChange, TimelineEvent } from './intents/intent-change.ts';
export {
  ExportCourse,
  type ExportPage,
  type ExportPlan,
  planExport,
  presentExported,
} from './intents/export.ts';
export { asCsv, asNdjson, type ExportFormat } from './intents/export-formats.ts';
export {
  type IntentDetails,
  LISTED_KEYS,
  type ListedIntent,
  type StoredEvent,
  type StoredIntent,
} from './intents/intent-fields.ts';
export { exportColumns, planCompanyExport, presentCompanyExported } from './intents/company-export.ts';
export {
  type CompanyListQuery,
  type CompanyListRequest,
  planCompanyPage,
  presentCompanyIntent,
  presentCompanyPage,
} from './intents/company-list.ts';
export { isLabelCondition, type LabelCondition, storedLabels } from './intents/labels.ts';
export {
  type ColumnCondition,
  columnOf,
  isColumnCondition,
  type ListCondition,
  SORT_COLUMNS,
} from './intents/list-filter.ts';
export {
  type ListDetail,
  type ListOrder,
  type ListRequest,
  planPage,
  presentPage,
} from './intents/list-page.ts';
export { matchIntents } from './intents/match-intents.ts';
export {
  presentCancelled,
  presentCreated,
  presentEvent,
  presentIntent,
  presentListItem,
} from './intents/present-intent.ts';
export { createdHeaders, NO_STORE, versionHeaders } from './intents/response-headers.ts';
export { type EndStatus, type OpenStatus } from './intents/transition.ts';
export { ALL_CHANGES_SHOWN, CONTENT_UPDATES } from './intents/updated-fields.ts';
export { type WriteAccess, writeAccessOf } from './intents/write-access.ts';
export { type Range, resolveAliases, type RowCondition } from './lists/list-conditions.ts';
export { listDigest, type Position } from './lists/list-cursor.ts';
export type { RowOrder, RowsRequest } from './lists/plan-list.ts';
export { RECIPIENT_FIELDS, REDACTED, type StoredRecipient } from './personal-data.ts';
export { exactFen, fenToYuan, yuanToFen } from './money.ts';
export { parseFormBody } from './parse-form-body.ts';
export { parseJsonBody, requireNoBody } from './parse-json-body.ts';
export { presentRefusal, type Refusal, refusalOf } from './present-error.ts';
export { isOfBlockedSupplier } from './product-page/blocked-supplier.ts';
export { finalUrlOf } from './product-page/page-answer.ts';
export { type FindAnswer, isDead, type PlaceAnswer } from './purchasing/answers.ts';
export {
  decideFeed,
  type FeedAnswer,
  type FeedDecision,
  type FeedState,
  FIRST_POLL_BACK_MS,
  isFeedTrusted,
} from './purchasing/decide-feed.ts';
export {
  decideLateCancel,
  decideLateOrder,
  isUnbought,
  type LateDecision,
  lateOrderOf,
  lookedForOrderId,
  LOOKUP_DELAYS_MS,
} from './purchasing/decide-late-order.ts';
export { decidePurchase } from './purchasing/decide-purchase.ts';
export { decideRecovery, type RecoveryStep } from './purchasing/decide-recovery.ts';
export { ENDLESS_LIST, isEndlessList } from './purchasing/validate-feed-page.ts';
export { decideTracking, orderChangeOf } from './purchasing/decide-tracking.ts';
export { CANCEL_WAIT, isCallerWaiting, type JobState, LEASE, leaseUntil } from './purchasing/due.ts';
export { attemptEndingOf, endingOf } from './purchasing/ending.ts';
export {
  inFlightMsOf,
  mayStillSend,
  type OrderTimes,
  placeBeforeSecondsOf,
} from './purchasing/order-times.ts';
export { type OrderAlarm } from './purchasing/order-alarms.ts';
export { type ListedState, listedStateOf, type OrderDetails } from './purchasing/order-details.ts';
export {
  acceptedOf,
  type AdoptingIntent,
  adoptionOf,
  cancelRefusalOf,
  cancelRequestOf,
  orderNumberOf,
  preparationOf,
  retryOf,
  startOf,
  waitOf,
} from './purchasing/purchase-changes.ts';
export {
  beginsLate,
  isPastRetryBudget,
  knownOrderId,
  type PurchaseBounds,
} from './purchasing/purchase-rules.ts';
export {
  type Decision,
  type Evidence,
  failUnknownStep,
  isQuestion,
  type Outcome,
  type Purchase,
  type Question,
  type Retry,
  type Step,
} from './purchasing/purchase-steps.ts';
export { afterCancel, cancelSentOf, isFeeMissing } from './purchasing/sent-cancel.ts';
export { shownOrderOf } from './purchasing/shown-order.ts';
export { mayHaveBeenOrdered } from './purchasing/unprocessed-intent.ts';
export {
  addWeight,
  bucketsAfter,
  type BucketCount,
  bucketsOf,
  countRequest,
  isFull,
  isOver,
  presentRateLimit,
  type RateLimit,
  rateLimitHeaders,
  tightestBucket,
  weigh,
} from './rate-limit.ts';
