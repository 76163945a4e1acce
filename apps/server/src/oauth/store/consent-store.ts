import type { Scope } from '@procurement-intents/contract/bearer';
import type { RowsRequest } from '@procurement-intents/domain';
import type { StoredConsent } from '@procurement-intents/domain/oauth';
import { Prisma } from '#prisma';
import { type By, unchanged, write } from '../../changes/unit-of-work.ts';
import { column, nullable, TableSql } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { type ListedRows, listTable } from '../../postgres/list-table.ts';
import { LIVE_GRANT } from './live-grant.ts';

const CONSENTS = new TableSql({
  id: column<string>('text'),
  userId: column<string>('text'),
  clientId: column<string>('text'),
  clientName: column<string>('text'),
  scopes: column<Scope[]>('text[]'),
  lastUsedAt: nullable(column<Date>('timestamptz')),
  createdAt: column<Date>('timestamptz'),
});
export type ConsentColumn = keyof typeof CONSENTS.table;

const FROM = `(
  SELECT g."id", g."userId", g."clientId", c."name" AS "clientName", g."scopes", s."lastUsedAt", g."createdAt"
  FROM "oauth_grants" AS g JOIN "users" AS u ON u."id" = g."userId" JOIN "oauth_clients" AS c ON c."id" = g."clientId"
    LEFT JOIN "credential_uses" AS s ON s."credentialId" = g."id"
  WHERE ${LIVE_GRANT}) AS "consents"`;

export type ConsentStore = ReturnType<typeof createConsentStore>;

export function createConsentStore(database: Database) {
  return {
    /** Reads a page of the consents that have neither ended nor expired. */
    listPage: (request: RowsRequest<ConsentColumn>, now: Date): Promise<ListedRows<StoredConsent>> =>
      listTable(
        database,
        {
          from: FROM,
          columns: CONSENTS,
          // A device that was approved and has not asked for its tokens yet.
          where: Prisma.sql`(EXISTS (SELECT 1 FROM "oauth_tokens" AS t WHERE t."grantId" = "consents"."id"
              AND t."usedAt" IS NULL AND t."expiresAt" > ${now})
            OR EXISTS (SELECT 1 FROM "oauth_devices" AS d WHERE d."clientId" = "consents"."clientId"
              AND d."grantId" = "consents"."id" AND d."usedAt" IS NULL AND d."expiresAt" > ${now}))`,
        },
        request,
      ),
    /**
     * Ends all consents of the person and the client of this one, and the log-ins that have not led to one yet. False when
     * there is none that has not ended.
     */
    end(id: string, by: By): Promise<boolean> {
      return write(database, by, async (transaction) => {
        const grant = await transaction.oAuthGrant.findUnique({ where: { id } });
        if (!grant || grant.userId === null) return unchanged(false);
        const { userId, clientId, scopes } = grant;
        // In this order, since a consent takes its log-in before it writes the grant.
        await transaction.oAuthInteraction.deleteMany({ where: { userId, clientId } });
        const { count } = await transaction.oAuthGrant.updateMany({
          where: { userId, clientId, revokedAt: null },
          data: { revokedAt: by.at },
        });
        if (count === 0) return unchanged(false);
        const before = { userId, clientId, scopes };
        return { result: true, change: { action: 'consent.ended', subjectId: id, before } };
      });
    },
  };
}
