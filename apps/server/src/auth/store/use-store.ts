import type { Database } from '../../postgres/database.ts';

/** When a credential or an App was used. */
export interface CredentialUse {
  credentialId: string;
  at: Date;
}

export type UseStore = ReturnType<typeof createUseStore>;

// A later time never gives way to an earlier one that another process has noted. In the order of their ids, so that two
// processes lock rows in the same order.
const WRITE = `INSERT INTO "credential_uses" ("credentialId", "lastUsedAt")
  SELECT "credentialId", max("at") FROM unnest($1::text[], $2::timestamptz[]) AS used("credentialId", "at")
  GROUP BY 1 ORDER BY 1
  ON CONFLICT ("credentialId") DO UPDATE SET "lastUsedAt" = excluded."lastUsedAt"
  WHERE "credential_uses"."lastUsedAt" < excluded."lastUsedAt"`;

export const createUseStore = (database: Pick<Database, 'rows'>) => ({
  async write(uses: readonly CredentialUse[]): Promise<void> {
    await database.rows(WRITE, [
      uses.map(({ credentialId }) => credentialId),
      uses.map(({ at }) => at.toISOString()),
    ]);
  },
});

/** When a credential or an App was last used, to the minute; null: it has not been. */
export const lastUses =
  (database: Pick<Database, 'rows'>) =>
  async (credentialId: string): Promise<Date | null> => {
    const [use] = await database.rows<{ lastUsedAt: Date }>(
      'SELECT "lastUsedAt" FROM "credential_uses" WHERE "credentialId" = $1',
      [credentialId],
    );
    return use?.lastUsedAt ?? null;
  };
