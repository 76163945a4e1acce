import type { CreateIntentInput } from '@procurement-intents/contract';
import { totalFen, yuanToFen } from '../infra/money.ts';
import { newUuid } from './new-uuid.ts';
import type { IntentsContext } from './intents-context.ts';
import { type IntentRow, NOTHING_YET } from './store/intent-row.ts';

export interface CreateRequest {
  appId: string;
  body: CreateIntentInput;
  rawBody: Buffer;
  /** Stored key of the create; begins with its kind, so that no caller's key can stand for a signature. */
  idempotencyKey: string;
  /** The signature of this very request. */
  signature: string;
  signal: AbortSignal;
}

/** The row that a create asks for, as the database will hold it. */
export function newIntent(
  context: Pick<IntentsContext, 'clock' | 'graceMs'>,
  request: CreateRequest,
  requestHash: string,
): IntentRow {
  const { appId, body, idempotencyKey } = request;
  const now = context.clock.now();
  const isDraft = body.draft === true;
  return {
    id: `int_${newUuid()}`,
    appId,
    userId: body.userId,
    platform: body.platform,
    productUrl: body.productUrl,
    title: body.title,
    ...amountsOf(body.price, body.quantity),
    quantity: body.quantity,
    recipientName: body.recipientName,
    address: body.address,
    phone: body.phone,
    remarks: body.remarks ?? null,
    status: isDraft ? 'DRAFT' : 'SUBMITTED',
    version: 1,
    idempotencyKey,
    requestHash,
    createdAt: now,
    updatedAt: now,
    submittedAt: isDraft ? null : now,
    dispatchAt: isDraft ? null : new Date(now.getTime() + context.graceMs),
    ...NOTHING_YET,
  };
}

/** Price and total in fen; the contract has checked that both are exact and within bounds. */
function amountsOf(price: number, quantity: number): { priceFen: bigint; totalFen: bigint } {
  const priceFen = yuanToFen(price);
  const total = priceFen === null ? null : totalFen(priceFen, quantity);
  if (priceFen === null || total === null) throw new Error('the amount passed validation but is not exact');
  return { priceFen: BigInt(priceFen), totalFen: BigInt(total) };
}
