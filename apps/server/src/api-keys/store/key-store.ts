import type { Scope } from '@procurement-intents/contract/bearer';
import { type Actor, changeRecorded } from '../../audit/record-change.ts';
import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';

export type KeyStore = ReturnType<typeof createKeyStore>;

export interface KeyRow {
  id: string;
  hash: Uint8Array<ArrayBuffer>;
  hint: string;
  name: string;
  scopes: Scope[];
  ipAllowList: string[];
  userId: string;
  revokedAt: Date | null;
  createdAt: Date;
}

/** A key that is not revoked, with what its maker may do now. */
export interface KeyWithMaker {
  hash: Buffer;
  id: string;
  name: string;
  scopes: Scope[];
  ipAllowList: string[];
  userId: string;
  createdAt: Date;
  makerScopes: Scope[];
}

const FIND = `SELECT k."hash", k."id", k."name", k."scopes", k."ipAllowList", k."userId", k."createdAt",
    u."scopes" AS "makerScopes"
  FROM "api_keys" AS k JOIN "users" AS u ON u."id" = k."userId"
  WHERE k."hash" = ANY($1) AND k."revokedAt" IS NULL AND u."disabledAt" IS NULL`;

/** What the record of a change shows of a key. */
const shownOf = ({ id, name, hint, scopes, ipAllowList, userId }: KeyRow) => ({
  id,
  name,
  hint,
  scopes,
  ipAllowList,
  userId,
});

export function createKeyStore(database: Database) {
  return {
    /**
     * Finds a key by its hash; concurrent calls share a statement. Nothing is cached: a key that is revoked, and a scope
     * that its maker loses, end at once in every process.
     */
    find: createBatcher({
      run: async (hashes: Buffer[]) => {
        const rows = await database.rows<KeyWithMaker>(FIND, [hashes]);
        const byHash = new Map(rows.map((row) => [row.hash.toString('latin1'), row]));
        return hashes.map((hash) => byHash.get(hash.toString('latin1')) ?? null);
      },
    }),
    insert(key: KeyRow, actor: Actor): Promise<void> {
      return changeRecorded(database, { actor, at: key.createdAt }, async (transaction) => {
        await transaction.apiKey.create({ data: key });
        const change = { action: 'api_key.created', subjectId: key.id, after: shownOf(key) };
        return { result: undefined, change };
      });
    },
    async list(): Promise<KeyRow[]> {
      const rows = await database.apiKey.findMany({ orderBy: { createdAt: 'asc' } });
      return rows.map((row) => ({ ...row, scopes: row.scopes as Scope[] }));
    },
    /** Revokes a key. False when there is none, or it is revoked already. */
    revoke(id: string, { actor, at }: { actor: Actor; at: Date }): Promise<boolean> {
      return changeRecorded(database, { actor, at }, async (transaction) => {
        const { count } = await transaction.apiKey.updateMany({
          where: { id, revokedAt: null },
          data: { revokedAt: at },
        });
        const change = { action: 'api_key.revoked', subjectId: id };
        return { result: count === 1, change: count === 1 ? change : null };
      });
    },
  };
}
