import type { UpdateIntentInput } from '@procurement-intents/contract';
import { decideChange, RECIPIENT_FIELDS, type StoredRecipient } from '@procurement-intents/domain';
import { changeIntent, type Target } from './change-intent.ts';
import type { ChangeContext } from './intents-context.ts';
import { fenceOf, type IntentRow } from '../intent-rows/intent-row.ts';

/** Changes only the fields sent; the total follows the quantity. */
export function updateIntent(
  context: ChangeContext<'update'>,
  target: Target,
  body: UpdateIntentInput,
): Promise<IntentRow> {
  return changeIntent(context, target, (row) => {
    const now = context.clock.now();
    const change = decideChange('update', row, target, { body, now });
    const fields = { ...recipientOf(row, body), ...change.fields };
    return context.intents.update(fenceOf(row), { ...change, fields }, now);
  });
}

/** Recipient fields are encrypted together, so all of them are written when one changes. */
function recipientOf(row: IntentRow, body: UpdateIntentInput): Partial<StoredRecipient> {
  const isChanged = RECIPIENT_FIELDS.some((field) => body[field] !== undefined);
  return isChanged ? Object.fromEntries(RECIPIENT_FIELDS.map((field) => [field, row[field]])) : {};
}
