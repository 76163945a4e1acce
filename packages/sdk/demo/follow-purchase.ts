import { isApiError, isFinal, type Intent, type ProcurementIntents } from '../src/index.ts';
import { PLATFORM_OF_SHOP, type Purchase } from './demo-purchases.ts';

/** The progress of a purchase. */
export interface Progress {
  id: string | null;
  /** Status of the intent; `REFUSED` and `ERROR` when there is none. */
  status: Intent['status'] | 'WAITING' | 'REFUSED' | 'ERROR';
  /** Order and parcel, the reason of a failure, or what went wrong. */
  detail: string;
  /** Order number on the platform, once there is one. */
  orderId: string | null;
  /** Whether it ended as expected; `null` until it has ended. */
  isExpected: boolean | null;
}

export const WAITING: Progress = { id: null, status: 'WAITING', detail: '', orderId: null, isExpected: null };

export interface DemoContext {
  client: ProcurementIntents;
  sandboxUrl: string;
  /** Distinguishes this purchase from all others in the sandbox's ledger. */
  quantity: number;
  signal: AbortSignal;
}

// The sandbox ships a second after it confirms; a parcel that is unknown after 15 s is not waited for.
const PARCEL_TIMEOUT_MS = 15_000;
const PARCEL_POLL_MS = 1_000;

/** Creates an intent for `purchase` and follows it to its end. Calls `report` for every step; never throws. */
export async function followPurchase(
  purchase: Purchase,
  context: DemoContext,
  report: (progress: Progress) => void,
): Promise<void> {
  let known = WAITING;
  const tell = (changes: Partial<Progress>) => report((known = { ...known, ...changes }));
  try {
    await buy(purchase, context, tell);
  } catch (error) {
    if (known.id === null && isApiError(error, 'VALIDATION_FAILED')) {
      const fields = error.data.errors.map(({ field }) => field).join(', ');
      const isExpected = purchase.expected === 'REFUSED';
      tell({ status: 'REFUSED', detail: `${error.name} ${fields}`, isExpected });
    } else {
      const detail = context.signal.aborted ? 'not done in time' : text(error);
      tell({ ...(known.id === null && { status: 'ERROR' }), detail, isExpected: false });
    }
  }
}

async function buy(
  purchase: Purchase,
  { client, sandboxUrl, quantity, signal }: DemoContext,
  tell: (changes: Partial<Progress>) => void,
): Promise<void> {
  const { id, status } = await client.intents.create(
    {
      userId: 'user_demo',
      platform: PLATFORM_OF_SHOP[purchase.shop],
      // The shop remembers a page with a moving price by its whole address, so the query makes it a new one.
      productUrl: `${sandboxUrl}/${purchase.shop}/items/${purchase.item}?price=1.99&run=${quantity}`,
      title: purchase.label,
      price: 1.99,
      quantity,
      recipientName: '张三',
      address: '北京市朝阳区建国路 88 号',
      phone: '13800138000',
    },
    { signal },
  );
  tell({ id, status });
  const onChange = (intent: Intent) => tell(describeIntent(intent, purchase));
  if (purchase.isCancelled) {
    await client.intents.waitFor(id, { until: ['PROCESSING'], signal, onChange });
    await client.intents.cancel(id, { signal });
  }
  const ended = await client.intents.waitFor(id, { signal, onChange });
  if (ended.status === 'COMPLETED') await followParcel(client, ended, signal, onChange);
}

/** Reads the parcel for display only: the purchase has ended, so a read that fails changes nothing. */
async function followParcel(
  client: ProcurementIntents,
  completed: Intent,
  signal: AbortSignal,
  onChange: (intent: Intent) => void,
): Promise<void> {
  const endsAt = performance.now() + PARCEL_TIMEOUT_MS;
  let intent: Intent | null = completed;
  while (intent && !intent.trackingNumber && performance.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, PARCEL_POLL_MS));
    intent = await client.intents.get(completed.id, { signal }).catch(() => null);
    if (intent) onChange(intent);
  }
}

function describeIntent(intent: Intent, { expected, failureCode }: Purchase): Partial<Progress> {
  const { status, orderId, cancellationFee, trackingCompany, trackingNumber } = intent;
  const parts = [
    intent.failureCode,
    orderId,
    trackingNumber && `${trackingCompany ?? ''} ${trackingNumber}`.trim(),
    cancellationFee && `fee ${cancellationFee}`,
  ];
  return {
    status,
    orderId: orderId ?? null,
    detail: parts.filter(Boolean).join('  '),
    isExpected: isFinal(intent) ? status === expected && intent.failureCode === failureCode : null,
  };
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
