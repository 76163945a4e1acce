/** The shops that the company buys from are open or blocked. */
export const SUPPLIER_STATUSES = ['ACTIVE', 'BLOCKED'] as const;
export type SupplierStatus = (typeof SUPPLIER_STATUSES)[number];

/** Every status of a purchase request. */
export const REQUEST_STATUSES = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'ORDERED',
  'FAILED',
  'CANCELLED',
] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Who makes a change: who asked to buy, or another person who may decide. */
export type RequestActor = 'requester' | 'approver';

/** A rule of the lifecycle of purchase requests. */
export interface RequestRule {
  by: RequestActor;
  from: readonly RequestStatus[];
  /** `null`: the status does not change. */
  to: RequestStatus | null;
}

/** The table of what people change in purchase requests. The intent of an approved one decides what becomes of it. */
export const REQUEST_LIFECYCLE = {
  update: { by: 'requester', from: ['PENDING'], to: null },
  withdraw: { by: 'requester', from: ['PENDING'], to: 'WITHDRAWN' },
  approve: { by: 'approver', from: ['PENDING'], to: 'APPROVED' },
  reject: { by: 'approver', from: ['PENDING'], to: 'REJECTED' },
} as const satisfies Record<string, RequestRule>;
export type RequestAction = keyof typeof REQUEST_LIFECYCLE;

/** What becomes of an approved request when its intent ends. */
export const REQUEST_STATUS_BY_INTENT = {
  COMPLETED: 'ORDERED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
} as const satisfies Record<string, RequestStatus>;

/**
 * The statuses of requests that have an intent, and follow it for good: an order can still cost something after its
 * request has failed.
 */
export const REQUEST_STATUSES_WITH_INTENT: readonly RequestStatus[] = [
  'APPROVED',
  ...Object.values(REQUEST_STATUS_BY_INTENT),
];

/** While a request has one of these, its contract keeps its total for it. Afterwards it counts what it has cost. */
export const RESERVING_STATUSES: readonly RequestStatus[] = ['APPROVED'];

/** The statuses in which the pieces of a request count against its contract: reserved, or bought. */
export const COUNTING_STATUSES: readonly RequestStatus[] = [...RESERVING_STATUSES, 'ORDERED'];

/** Every status of a contract that a caller can see. EXPIRED is never stored: it follows from `validTo`. */
export const CONTRACT_STATUSES = ['DRAFT', 'ACTIVE', 'EXPIRED', 'TERMINATED'] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];
export type StoredContractStatus = Exclude<ContractStatus, 'EXPIRED'>;

/** A rule of the lifecycle of contracts. */
export interface ContractRule {
  from: readonly ContractStatus[];
  /** `null`: the status does not change; `'removed'`: the record is deleted. */
  to: StoredContractStatus | 'removed' | null;
}

/** The table of status changes of contracts. */
export const CONTRACT_LIFECYCLE = {
  update: { from: ['DRAFT'], to: null },
  delete: { from: ['DRAFT'], to: 'removed' },
  activate: { from: ['DRAFT'], to: 'ACTIVE' },
  terminate: { from: ['ACTIVE'], to: 'TERMINATED' },
} as const satisfies Record<string, ContractRule>;
export type ContractAction = keyof typeof CONTRACT_LIFECYCLE;

/** The App whose intents the approved requests are. It has no row and no secret, so nobody signs for it. */
export const PROCUREMENT_APP_ID = 'app_procurement';

/** What the rows of a report of spending are grouped by. */
export const SPEND_GROUPS = ['platform', 'supplier', 'user', 'app', 'day', 'month'] as const;
export type SpendGroup = (typeof SPEND_GROUPS)[number];
