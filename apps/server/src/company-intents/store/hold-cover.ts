import type { Holder } from '@procurement-intents/domain/bearer';
import { checkStillCovers } from '@procurement-intents/domain/company';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import type { Transaction } from '../../postgres/transaction.ts';
import { holdRights } from '../../user-rows/hold-rights.ts';

/** Refuses a person whose rights do not cover the intent any more. They stand until the transaction ends. */
export const holdCover =
  (holder: Holder, intent: () => IntentRow) =>
  async (transaction: Transaction): Promise<void> => {
    const rights = await holdRights(transaction, holder.userId);
    checkStillCovers(holder, rights, intent());
  };
