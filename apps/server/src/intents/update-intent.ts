import type { UpdateIntentInput } from '@procurement-intents/contract';
import { updateOf } from '@procurement-intents/domain';
import { changeIntent, type Target } from './change-intent.ts';
import type { IntentsContext } from './intents-context.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';
import type { Recipient } from '../sealing/recipient-box.ts';

/** Changes only the fields sent; the total follows the quantity. */
export function updateIntent(
  context: IntentsContext,
  target: Target,
  body: UpdateIntentInput,
): Promise<IntentRow> {
  return changeIntent(context, target, (row) => {
    const now = context.clock.now();
    const { fields, event } = updateOf(row, body, now);
    const changes = { ...fields, ...recipientOf(row, body) };
    return context.intents.update({ id: row.id, version: row.version }, changes, now, event);
  });
}

/** Recipient fields are encrypted together, so all of them are written when one changes. */
function recipientOf(row: IntentRow, body: UpdateIntentInput): Partial<Recipient> {
  const given = [body.recipientName, body.address, body.phone];
  if (given.every((value) => value === undefined)) return {};
  const { recipientName = row.recipientName, address = row.address, phone = row.phone } = body;
  return { recipientName, address, phone };
}
