import { createHash } from 'node:crypto';
import type { CreateIntentInput } from '@procurement-intents/contract';
import { v7 as uuidv7 } from 'uuid';
import { ApiError } from '../edge/api-error.ts';
import { totalFen, yuanToFen } from '../infra/money.ts';
import { checkProductPage, checkProductUrl } from './check-product-page.ts';
import { type IntentsContext, platformOf } from './intents-context.ts';
import type { IntentRow } from './repository.ts';

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

/**
 * Accepts an intent once for each idempotency key. A repeated call with the same body gets the intent of the first;
 * with another body it is refused (40901).
 */
export async function createIntent(
  context: IntentsContext,
  request: CreateRequest,
): Promise<{ row: IntentRow; isReplay: boolean }> {
  const { appId, body, idempotencyKey } = request;
  const requestHash = createHash('sha256').update(request.rawBody).digest('hex');
  const earlier = await context.intents.findByIdempotencyKey(appId, idempotencyKey);
  if (earlier) return { row: replayOf(earlier, requestHash), isReplay: true };
  // A draft's page is fetched when it is submitted; its address must be the platform's all the same.
  if (body.draft === true)
    checkProductUrl(platformOf(context, body.platform).ownsProductUrl(body.productUrl));
  else await checkProductPage(context, body, request.signal);
  // Who was told 503 in the meantime, or has gone, must not find an intent later.
  if (request.signal.aborted) throw new ApiError('UNAVAILABLE');
  const row = newIntent(context, request, requestHash);
  const event = { type: body.draft === true ? 'intent.drafted' : 'intent.submitted', to: row.status };
  const inserted = await context.intents.insert(row, event, request.signature);
  if (inserted) return { row: inserted, isReplay: false };
  // Another call with the same key was faster, or these bytes were sent before and their intent has been deleted.
  const winner = await context.intents.findByIdempotencyKey(appId, idempotencyKey);
  if (!winner) return { row: await replayOfSignature(context, request, row), isReplay: true };
  const replay = replayOf(winner, requestHash);
  await context.intents.bindSignature(request.signature, winner);
  return { row: replay, isReplay: true };
}

/** The very same bytes describe the intent, so its first answer can be given again without it. */
async function replayOfSignature(
  context: IntentsContext,
  { appId, signature, idempotencyKey }: CreateRequest,
  row: IntentRow,
): Promise<IntentRow> {
  const first = await context.intents.findSignedCreate(appId, signature);
  if (!first) throw new ApiError('UNAVAILABLE');
  // The key is not signed: with another one, recorded bytes would buy again.
  if (first.idempotencyKey !== idempotencyKey) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  const { intentId: id, createdAt } = first;
  return { ...row, id, createdAt, updatedAt: createdAt, submittedAt: row.submittedAt && createdAt };
}

function replayOf(row: IntentRow, requestHash: string): IntentRow {
  if (row.requestHash !== requestHash) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  return row;
}

function newIntent(context: IntentsContext, request: CreateRequest, requestHash: string): IntentRow {
  const { appId, body, idempotencyKey } = request;
  const now = context.clock.now();
  const isDraft = body.draft === true;
  return {
    id: `int_${uuidv7().replaceAll('-', '')}`,
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

const NOTHING_YET = {
  completedAt: null,
  cancelledAt: null,
  failureCode: null,
  orderId: null,
  amountPaidFen: null,
  trackingNumber: null,
  trackingCompany: null,
  cancellationFeeFen: null,
  attempt: 0,
  processingAt: null,
  placementToken: null,
  placingUntil: null,
  cancelRequestedAt: null,
  cancelRefusal: null,
  resendAt: null,
  reconcileStep: null,
} as const;
