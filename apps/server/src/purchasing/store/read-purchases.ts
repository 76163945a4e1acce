import { CONTENT_UPDATES } from '@procurement-intents/domain';
import type { AttemptFence } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';

/** What runs read of their intents. */
export function readPurchases(database: Database) {
  return {
    /** Whether the row is still as the fence says. */
    async holds({ id, version, attempt }: AttemptFence): Promise<boolean> {
      return (await database.intent.count({ where: { id, version, attempt } })) === 1;
    },

    /** Whether a caller has changed since the create what a platform compares: the quantity or the recipient. */
    async hasChangedContent(id: string): Promise<boolean> {
      const { type, exceptDetail } = CONTENT_UPDATES;
      const where = { intentId: id, type, OR: [{ detail: null }, { detail: { not: exceptDetail } }] };
      return (await database.intentEvent.findFirst({ where, select: { id: true } })) !== null;
    },
  };
}
