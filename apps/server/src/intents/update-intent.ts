import { AMOUNTS, isTotalWithinLimit, type UpdateIntentInput } from '@procurement-intents/contract';
import { ValidationError } from '../edge/api-error.ts';
import { fenToYuan } from '../infra/money.ts';
import { changeIntent, type Target } from './change-intent.ts';
import type { IntentsContext } from './intents-context.ts';
import type { IntentPatch, IntentRow } from './store/intent-row.ts';
import type { Recipient } from './store/recipient-box.ts';
import { transition } from './transition.ts';

/** Changes only the fields sent; the total follows the quantity. */
export function updateIntent(
  context: IntentsContext,
  target: Target,
  body: UpdateIntentInput,
): Promise<IntentRow> {
  return changeIntent(context, target, (row) => {
    const now = context.clock.now();
    const patch = { ...transition('update', row.status, now), ...patchOf(row, body) };
    const detail = Object.keys(body).sort().join(', ');
    return context.intents.update({ id: row.id, version: row.version }, patch, now, {
      type: 'intent.updated',
      detail,
    });
  });
}

function patchOf(
  row: IntentRow,
  { quantity, recipientName, address, phone, remarks }: UpdateIntentInput,
): IntentPatch {
  return {
    ...(quantity !== undefined && { quantity, totalFen: totalOf(row, quantity) }),
    ...recipientOf(row, { recipientName, address, phone }),
    ...(remarks !== undefined && { remarks }),
  };
}

/** They rest as one, so all of them are written when one changes. */
function recipientOf(
  row: IntentRow,
  given: Pick<UpdateIntentInput, 'recipientName' | 'address' | 'phone'>,
): Partial<Recipient> {
  if (Object.values(given).every((value) => value === undefined)) return {};
  const { recipientName = row.recipientName, address = row.address, phone = row.phone } = given;
  return { recipientName, address, phone };
}

function totalOf(row: IntentRow, quantity: number): bigint {
  if (!isTotalWithinLimit(fenToYuan(Number(row.priceFen)), quantity)) {
    throw new ValidationError([
      { field: 'quantity', issue: { rule: 'totalTooLarge', max: AMOUNTS.totalMax } },
    ]);
  }
  return row.priceFen * BigInt(quantity);
}
