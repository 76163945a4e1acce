import { AMOUNTS, isTotalWithinLimit, type UpdateIntentInput } from '@procurement-intents/contract';
import { ValidationError } from '../errors.ts';
import { fenToYuan } from '../money.ts';
import type { StoredIntent } from './intent-fields.ts';

type Given = { [Field in keyof UpdateIntentInput]?: Exclude<UpdateIntentInput[Field], undefined> };

/** What an update writes: the fields that were sent, and the total when the quantity changes. */
export type UpdatedFields = Given & Partial<Pick<StoredIntent, 'totalFen'>>;

/** @throws ValidationError when the new quantity makes the total too large. */
export function updatedFields(
  intent: Pick<StoredIntent, 'priceFen'>,
  body: UpdateIntentInput,
): UpdatedFields {
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Given;
  if (sent.quantity === undefined) return sent;
  return { ...sent, totalFen: totalOf(intent, sent.quantity) };
}

/** The timeline's text for an update: the names of the fields that were sent, sorted. */
export function describeUpdate(body: UpdateIntentInput): string {
  return Object.keys(body).sort().join(', ');
}

/** What the timeline says of an update that leaves an order as it was: a platform compares no remarks. */
export const REMARKS_ALONE = describeUpdate({ remarks: '' });

function totalOf({ priceFen }: Pick<StoredIntent, 'priceFen'>, quantity: number): bigint {
  if (!isTotalWithinLimit(fenToYuan(Number(priceFen)), quantity)) {
    throw new ValidationError([
      { field: 'quantity', issue: { rule: 'totalTooLarge', max: AMOUNTS.totalMax } },
    ]);
  }
  return priceFen * BigInt(quantity);
}
