import { presentPayloadIntent } from '@procurement-intents/domain/webhooks';
import type { Database } from '../../postgres/database.ts';

/** Reads intents as webhooks carry them, by id, without their recipients. Those that are deleted are missing. */
export const payloadIntents = (database: Database) => async (ids: readonly string[]) => {
  const rows = await database.intent.findMany({
    where: { id: { in: [...ids] } },
    omit: { recipientName: true, address: true, phone: true },
  });
  return new Map(rows.map((row) => [row.id, presentPayloadIntent(row)]));
};
