import type { Scope } from '@procurement-intents/contract/bearer';
import type { StoredKey } from '@procurement-intents/domain/company';
import type { Actor } from '../../audit/record-change.ts';
import {
  type By,
  created,
  type CreateKey,
  createOnce,
  unchanged,
  write,
} from '../../changes/unit-of-work.ts';
import { createBatcher } from '../../postgres/batch.ts';
import type { RowOf } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { KEYS, listKeys } from './key-list.ts';

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

const CHECKED_KEYS = ['id', 'name', 'scopes', 'ipAllowList', 'userId', 'createdAt'] as const;

/** A key that is not revoked, with what its maker may do now. */
export interface KeyWithMaker extends Pick<RowOf<typeof KEYS.table>, (typeof CHECKED_KEYS)[number]> {
  hash: Buffer;
  makerScopes: Scope[];
}

const FIND = `SELECT k."hash", ${KEYS.read(CHECKED_KEYS, 'k')}, u."scopes" AS "makerScopes"
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
    listPage: listKeys(database),
    async list(): Promise<StoredKey[]> {
      const rows = await database.apiKey.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
      const uses = await database.credentialUse.findMany({
        where: { credentialId: { in: rows.map(({ id }) => id) } },
      });
      const lastUse = new Map(uses.map(({ credentialId, lastUsedAt }) => [credentialId, lastUsedAt]));
      return rows.map((row) => ({
        ...row,
        scopes: row.scopes as Scope[],
        lastUsedAt: lastUse.get(row.id) ?? null,
      }));
    },
    /** Reads a key's row. */
    async read(id: string): Promise<StoredKey | null> {
      const row = await database.apiKey.findUnique({ where: { id } });
      if (!row) return null;
      const use = await database.credentialUse.findUnique({ where: { credentialId: id } });
      return { ...row, scopes: row.scopes as Scope[], lastUsedAt: use?.lastUsedAt ?? null };
    },
    /** Adds a key, once under an `Idempotency-Key`. @throws BearerError `conflict` when that was used for another request. */
    insert(row: KeyRow, { actor, key = null }: { actor: Actor; key?: CreateKey | null }) {
      return createOnce(database, { actor, at: row.createdAt, key }, row.id, async (transaction) => {
        await transaction.apiKey.create({ data: row });
        return created({ action: 'api_key.created', subjectId: row.id, after: shownOf(row) });
      });
    },
    /** Revokes a key. False when there is none, or it is revoked already. */
    revoke(id: string, by: By): Promise<boolean> {
      return write(database, by, async (transaction) => {
        const { count } = await transaction.apiKey.updateMany({
          where: { id, revokedAt: null },
          data: { revokedAt: by.at },
        });
        if (count === 0) return unchanged(false);
        return { result: true, change: { action: 'api_key.revoked', subjectId: id } };
      });
    },
  };
}
