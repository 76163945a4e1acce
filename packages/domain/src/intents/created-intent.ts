import type { CreateIntentInput, EventType, Labels } from '@procurement-intents/contract';
import { exactAmounts } from '../money.ts';
import { firstAttemptAt } from './caller-changes.ts';
import { NO_OUTCOME, type StoredIntent } from './intent-fields.ts';
import { storedLabels } from './labels.ts';

/** How a host recognises a repeated create, and the id that it gives to the intent. */
export interface CreateIdentity {
  id: string;
  appId: string;
  idempotencyKey: string;
  requestHash: string;
}

/** The status that a create gives its intent. */
export const createdStatus = ({ draft }: Pick<CreateIntentInput, 'draft'>): 'DRAFT' | 'SUBMITTED' =>
  draft === true ? 'DRAFT' : 'SUBMITTED';

/** The intent that a create makes: SUBMITTED, or DRAFT when the body asks for a draft. */
export function createdIntent(
  body: CreateIntentInput,
  { id, appId, idempotencyKey, requestHash }: CreateIdentity,
  now: Date,
  graceMs: number,
): StoredIntent & CreateIdentity & { labels: Labels | null; nextAttemptAt: Date | null } {
  const status = createdStatus(body);
  const isDraft = status === 'DRAFT';
  return {
    id,
    appId,
    userId: body.userId,
    platform: body.platform,
    productUrl: body.productUrl,
    title: body.title,
    ...exactAmounts(body.price, body.quantity),
    quantity: body.quantity,
    recipientName: body.recipientName,
    address: body.address,
    phone: body.phone,
    remarks: body.remarks ?? null,
    labels: storedLabels(body.labels),
    status,
    version: 1,
    idempotencyKey,
    requestHash,
    createdAt: now,
    updatedAt: now,
    submittedAt: isDraft ? null : now,
    archivedAt: null,
    nextAttemptAt: isDraft ? null : firstAttemptAt(now, graceMs),
    ...NO_OUTCOME,
  };
}

/** The type of the first event of a timeline. */
export function createdEventType({ status }: Pick<StoredIntent, 'status'>): EventType {
  return status === 'DRAFT' ? 'intent.drafted' : 'intent.submitted';
}
