import { AMOUNTS, isTotalWithinLimit, type UpdateIntentInput } from '@procurement-intents/contract';
import { ValidationError } from '../edge/api-error.ts';
import { fenToYuan } from '../infra/money.ts';
import { changeIntent, type Target } from './change-intent.ts';
import type { IntentsContext } from './intents-context.ts';
import type { IntentPatch, IntentRow } from './repository.ts';
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
    return context.intents.save({ id: row.id, version: row.version }, patch, now, {
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
    ...(recipientName !== undefined && { recipientName }),
    ...(address !== undefined && { address }),
    ...(phone !== undefined && { phone }),
    ...(remarks !== undefined && { remarks }),
  };
}

function totalOf(row: IntentRow, quantity: number): bigint {
  if (!isTotalWithinLimit(fenToYuan(Number(row.priceFen)), quantity)) {
    throw new ValidationError([
      { field: 'quantity', issue: { rule: 'totalTooLarge', max: AMOUNTS.totalMax } },
    ]);
  }
  return row.priceFen * BigInt(quantity);
}
