import type { CreateIntentInput, FailureCode, IntentStatus, PlatformId } from '@procurement-intents/contract';

/** An intent as the service keeps it. Amounts in fen. */
export interface IntentRecord {
  id: string;
  appId: string;
  userId: string;
  platform: PlatformId;
  productUrl: string;
  title: string;
  priceFen: number;
  quantity: number;
  recipientName: string;
  address: string;
  phone: string;
  remarks: string | null;
  status: IntentStatus;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  submittedAt: Date | null;
  processingAt: Date | null;
  completedAt: Date | null;
  cancelledAt: Date | null;
  failureCode: FailureCode | null;
  orderId: string | null;
  amountPaidFen: number | null;
  trackingNumber: string | null;
  trackingCompany: string | null;
  cancellationFeeFen: number;
  /** What the create said, for its repetition. */
  idempotencyKey: string;
  bodyText: string;
  events: EventRecord[];
}

export interface EventRecord {
  type: string;
  at: Date;
  from?: IntentStatus;
  to?: IntentStatus;
  detail?: string;
}

type Patch = Partial<Omit<IntentRecord, 'id' | 'appId' | 'events'>>;

export const fenOf = (yuan: number): number => Math.round(yuan * 100);
// The contract bounds price times quantity far below the integers that a number holds exactly.
export const totalFenOf = ({ priceFen, quantity }: Pick<IntentRecord, 'priceFen' | 'quantity'>): number =>
  priceFen * quantity;

/** Writes a visible change: the version counts up, the timeline tells. */
export function saveChange(intent: IntentRecord, patch: Patch, event: EventRecord): void {
  Object.assign(intent, patch, { updatedAt: event.at, version: intent.version + 1 });
  intent.events.push(event);
}

/** The intent that a create makes. */
export function newIntent(
  body: CreateIntentInput,
  made: Pick<IntentRecord, 'id' | 'appId' | 'idempotencyKey' | 'bodyText'>,
  now: Date,
): IntentRecord {
  const { price, draft: isDraft = false, remarks = null, ...fields } = body;
  const status = isDraft ? 'DRAFT' : 'SUBMITTED';
  return {
    ...fields,
    ...made,
    priceFen: fenOf(price),
    remarks,
    status,
    version: 1,
    createdAt: now,
    updatedAt: now,
    submittedAt: isDraft ? null : now,
    processingAt: null,
    completedAt: null,
    cancelledAt: null,
    failureCode: null,
    orderId: null,
    amountPaidFen: null,
    trackingNumber: null,
    trackingCompany: null,
    cancellationFeeFen: 0,
    events: [{ type: isDraft ? 'intent.drafted' : 'intent.submitted', at: now, to: status }],
  };
}
