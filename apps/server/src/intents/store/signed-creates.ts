import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import type { SignedCreateRow } from '../../intent-rows/intent-row.ts';

// With its limit, each signature is looked up by index, however large the table has grown since the plan.
const FIND = `
  SELECT found.* FROM unnest($1::text[], $2::text[]) AS wanted("appId", "signature") CROSS JOIN LATERAL (
    SELECT "appId", "signature", "idempotencyKey", "intentId", "createdAt" FROM "signed_creates" AS s
    WHERE s."appId" = wanted."appId" AND s."signature" = wanted."signature" LIMIT 1) AS found`;

// In the order of the primary key, so that two processes lock rows in the same order.
const KEEP = `
  INSERT INTO "signed_creates" ("appId", "signature", "idempotencyKey", "intentId", "createdAt")
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
    AS kept("appId", "signature", "idempotencyKey", "intentId", "createdAt") ORDER BY 1, 2
  ON CONFLICT DO NOTHING RETURNING "appId", "signature"`;

type Signed = Pick<SignedCreateRow, 'appId' | 'signature'>;
const nameOf = ({ appId, signature }: Signed): string => `${appId} ${signature}`;

/** The signatures of creates, each of which stands for one intent. */
export function signedCreates(database: Database) {
  const find = createBatcher({
    run: async (wanted: Signed[]) => {
      const lists = [wanted.map(({ appId }) => appId), wanted.map(({ signature }) => signature)];
      const rows = await database.rows<SignedCreateRow>(FIND, lists);
      const byName = new Map(rows.map((row) => [nameOf(row), row]));
      return wanted.map((one) => byName.get(nameOf(one)) ?? null);
    },
  });
  const keep = createBatcher({
    // Of two with the same signature, the second is told that it is taken.
    keyOf: nameOf,
    run: async (kept: SignedCreateRow[]) => {
      const rows = await database.rows<Signed>(KEEP, [
        kept.map(({ appId }) => appId),
        kept.map(({ signature }) => signature),
        kept.map(({ idempotencyKey }) => idempotencyKey),
        kept.map(({ intentId }) => intentId),
        kept.map(({ createdAt }) => createdAt.toISOString()),
      ]);
      const inserted = new Set(rows.map(nameOf));
      return kept.map((one) => inserted.has(nameOf(one)));
    },
  });
  return {
    /**
     * The create that a signature stood for, whether or not its intent still exists. Those that are asked for together share
     * one statement, as those of a batch do.
     */
    findSignedCreate: (appId: string, signature: string): Promise<SignedCreateRow | null> =>
      find({ appId, signature }),

    /**
     * Notes that the signature of a repeated create stands for the intent of the first one. False when it is taken. As
     * with lookups, those of a batch share statements.
     */
    keepSignature: (signed: SignedCreateRow): Promise<boolean> => keep(signed),
  };
}
