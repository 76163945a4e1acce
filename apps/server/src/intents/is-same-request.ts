import type { CreateIntentInput } from '@procurement-intents/contract';
import { yuanToFen } from '../infra/money.ts';
import type { IntentRow } from './repository.ts';

/**
 * Whether a repeated create asks for what made `row`. With the personal data the hash of the body has gone; then what no
 * update can change decides, so that the same body is recognised for as long as the intent exists.
 */
export function isSameRequest(row: IntentRow, body: CreateIntentInput, requestHash: string): boolean {
  if (row.redactedAt === null) return row.requestHash === requestHash;
  return (
    row.userId === body.userId &&
    row.platform === body.platform &&
    row.productUrl === body.productUrl &&
    row.title === body.title &&
    Number(row.priceFen) === yuanToFen(body.price)
  );
}
