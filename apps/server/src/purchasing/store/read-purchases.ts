import { CONTENT_UPDATES } from '@procurement-intents/domain';
import type { Fence } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';

/** What attempts read of their intents. */
export function readPurchases(database: Database) {
  return {
    /** Whether the row still has the version and attempt of the fence. */
    async holds({ id, version, attempt }: Fence): Promise<boolean> {
      return (await database.intent.count({ where: { id, version, attempt } })) === 1;
    },

    /** Whether a caller has changed a field that the platform compares since the create: quantity or recipient. */
    async hasChangedContent(id: string): Promise<boolean> {
      const { type, exceptDetails } = CONTENT_UPDATES;
      const where = { intentId: id, type, OR: [{ detail: null }, { detail: { notIn: [...exceptDetails] } }] };
      return (await database.intentEvent.findFirst({ where, select: { id: true } })) !== null;
    },
  };
}
