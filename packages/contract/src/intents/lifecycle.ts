/** Every status that an intent can have. */
export const INTENT_STATUSES = [
  'DRAFT',
  'SUBMITTED',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

/** A rule of the lifecycle: who makes the change, from and to which status, and the name of its refusal in `ERRORS`. */
export interface LifecycleRule {
  by: 'caller' | 'system';
  from: readonly IntentStatus[];
  /** `null`: the status does not change; `'removed'`: the record is deleted. */
  to: IntentStatus | 'removed' | null;
  /** The time stamp that the change sets in addition to `updatedAt`. */
  stamp: 'submittedAt' | 'completedAt' | 'cancelledAt' | null;
  refusal:
    'UPDATE_REFUSED' | 'SUBMIT_REFUSED' | 'CANCEL_REFUSED' | 'DELETE_REFUSED' | 'ARCHIVE_REFUSED' | null;
}

/**
 * The table of status changes. `transition()`, documents and SDK helpers read it. SQL statements name a status that they
 * need themselves, and read lists of them below; `statuses-in-sql.test.ts` holds the lists in indexes and triggers to these.
 * A statement that writes a decision requires the version and the attempt that the decision was made on;
 * `scripts/house/intent-writers.mjs` has the condition of every other one.
 *
 * After a restored backup, an intent that was submitted may be a draft again. If the platform has its order,
 * `npm run recover` repeats the lost `submit`. It is no row of its own, because it happens to no intent that kept its data.
 */
export const LIFECYCLE = {
  update: { by: 'caller', from: ['DRAFT', 'SUBMITTED'], to: null, stamp: null, refusal: 'UPDATE_REFUSED' },
  submit: { by: 'caller', from: ['DRAFT'], to: 'SUBMITTED', stamp: 'submittedAt', refusal: 'SUBMIT_REFUSED' },
  cancel: {
    by: 'caller',
    from: ['SUBMITTED', 'PROCESSING'],
    to: 'CANCELLED',
    stamp: 'cancelledAt',
    refusal: 'CANCEL_REFUSED',
  },
  delete: {
    by: 'caller',
    from: ['DRAFT', 'FAILED', 'CANCELLED'],
    to: 'removed',
    stamp: null,
    refusal: 'DELETE_REFUSED',
  },
  archive: {
    by: 'caller',
    from: ['COMPLETED', 'FAILED', 'CANCELLED'],
    to: null,
    stamp: null,
    refusal: 'ARCHIVE_REFUSED',
  },
  // An intent that is not archived stays as it is, whatever its status: nothing is refused.
  unarchive: { by: 'caller', from: INTENT_STATUSES, to: null, stamp: null, refusal: null },
  start: { by: 'system', from: ['SUBMITTED'], to: 'PROCESSING', stamp: null, refusal: null },
  complete: { by: 'system', from: ['PROCESSING'], to: 'COMPLETED', stamp: 'completedAt', refusal: null },
  fail: { by: 'system', from: ['PROCESSING'], to: 'FAILED', stamp: null, refusal: null },
} as const satisfies Record<string, LifecycleRule>;

export type IntentAction = keyof typeof LIFECYCLE;
export const INTENT_ACTIONS = Object.keys(LIFECYCLE) as IntentAction[];

/** Statuses that no action leaves, except by deleting the record. */
export const FINAL_STATUSES: readonly IntentStatus[] = INTENT_STATUSES.filter((status) =>
  Object.values<LifecycleRule>(LIFECYCLE).every(
    ({ from, to }) => !from.includes(status) || to === null || to === 'removed',
  ),
);

/** Statuses in which an intent is bought, or about to be: the service itself moves it on. */
export const PURCHASE_STATUSES: readonly IntentStatus[] = INTENT_STATUSES.filter((status) =>
  Object.values<LifecycleRule>(LIFECYCLE).some(({ by, from }) => by === 'system' && from.includes(status)),
);

/** Statuses of intents that have ended and bought nothing. */
export const UNBOUGHT_STATUSES: readonly IntentStatus[] = FINAL_STATUSES.filter(
  (status) => status !== LIFECYCLE.complete.to,
);

/** Whether `action` may happen to an intent that has `status`. */
export function isAllowed(action: IntentAction, status: IntentStatus): boolean {
  const rule: LifecycleRule = LIFECYCLE[action];
  return rule.from.includes(status);
}

/** One sentence for documents: the statuses that `action` may start from. */
export function describeAction(action: IntentAction): string {
  const { from }: LifecycleRule = LIFECYCLE[action];
  return `Allowed from ${from.length === INTENT_STATUSES.length ? 'every status' : from.join(', ')}.`;
}

/** What `statusMessage` says, by status. */
export const STATUS_MESSAGES: Record<IntentStatus, { zh: string; en: string }> = {
  DRAFT: { zh: '草稿，尚未提交', en: 'Draft, not submitted yet' },
  SUBMITTED: { zh: '已提交，等待处理', en: 'Submitted, waiting to be processed' },
  PROCESSING: { zh: '正在向平台下单', en: 'Being ordered on the platform' },
  COMPLETED: { zh: '采购完成', en: 'Purchase completed' },
  FAILED: { zh: '采购失败', en: 'Purchase failed' },
  CANCELLED: { zh: '已取消', en: 'Cancelled' },
};
