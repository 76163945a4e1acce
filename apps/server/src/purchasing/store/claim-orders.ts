import type { PlatformId } from '@procurement-intents/contract';
import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { STARTS_AT_ONCE } from '../../intent-rows/write-intents.ts';

/** An order that a platform shows as that of an intent. */
export interface OrderClaim {
  platform: PlatformId;
  orderId: string;
  intentId: string;
}

// Of two claims at once the second waits for the first, and meets it.
const CLAIM = `
  INSERT INTO "order_claims" AS c ("platform", "orderId", "intentId")
  SELECT g."platform"::"Platform", g."orderId", g."intentId"
  FROM json_to_recordset($1::json) AS g("platform" text, "orderId" text, "intentId" text)
  ORDER BY g."platform", g."orderId"
  ON CONFLICT ("platform", "orderId") DO UPDATE SET "intentId" = c."intentId"
  RETURNING c."platform"::text, c."orderId", c."intentId"`;

const keyOf = ({ platform, orderId }: Pick<OrderClaim, 'platform' | 'orderId'>): string =>
  `${platform} ${orderId}`;

/** Which orders are whose. */
export function claimOrders(database: Database) {
  return {
    /** Claims an order for an intent. False when it is another intent's: an order belongs to the first that claims it. */
    claimOrder: createBatcher({
      ...STARTS_AT_ONCE,
      keyOf,
      run: async (claims: OrderClaim[]): Promise<boolean[]> => {
        const rows = await database.rows<OrderClaim>(CLAIM, [JSON.stringify(claims)]);
        const owners = new Map(rows.map((row) => [keyOf(row), row.intentId]));
        return claims.map((claim) => owners.get(keyOf(claim)) === claim.intentId);
      },
    }),
  };
}
