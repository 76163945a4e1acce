import type { IntentStatus } from './generated/types.ts';

/** The fields of an intent by which its cost is known, for `fields` of a list. */
export const COST_FIELDS = ['status', 'orderStatus', 'amountPaid', 'refunded', 'cancellationFee'] as const;

type CostField = (typeof COST_FIELDS)[number];

/** What `costOf` says instead of an intent of a list that lacks fields of its cost. */
export interface NeedsCostFields<Missing> {
  'name all COST_FIELDS in the fields of the list; missing': Missing;
}

/** An intent with these fields. Amounts in yuan; a missing one is 0. */
export interface CostFields {
  status: IntentStatus;
  orderStatus?: string | undefined;
  amountPaid?: number | undefined;
  refunded?: number | undefined;
  cancellationFee?: number | undefined;
}

/**
 * What the purchase has cost so far, in yuan with at most 2 decimals: what the platform was paid and has not refunded, or
 * its fee once it has cancelled the order for the service. Not only COMPLETED intents cost something: the order of one
 * that is FAILED or CANCELLED may have been cancelled for a fee, or appeared late and stand.
 *
 * Takes an intent that has all of {@link COST_FIELDS}: the items of a list whose `fields` names them.
 *
 * @example
 * let fen = 0;
 * for await (const intent of client.intents.list({ fields: ['id', ...COST_FIELDS] })) fen += Math.round(costOf(intent) * 100);
 */
export function costOf<I extends CostFields>(
  intent: CostField extends keyof I ? I : NeedsCostFields<Exclude<CostField, keyof I>>,
): number;
export function costOf(intent: CostFields): number {
  const { status, orderStatus = 'CANCELLED', amountPaid = 0, refunded = 0, cancellationFee = 0 } = intent;
  // An order that the shop itself withdraws after COMPLETED was paid, and is refunded without a fee.
  const isPaid = status === 'COMPLETED' || orderStatus !== 'CANCELLED';
  return (isPaid ? Math.max(0, toFen(amountPaid) - toFen(refunded)) : toFen(cancellationFee)) / 100;
}

/** Whole fen: sums of yuan as binary fractions go wrong. */
const toFen = (yuan: number): number => Math.round(yuan * 100);
