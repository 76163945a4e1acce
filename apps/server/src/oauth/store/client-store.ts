import type { AuditActionOn } from '@procurement-intents/contract/company';
import { presentClient, type StoredClient } from '@procurement-intents/domain/oauth';
import type { Actor } from '../../audit/record-change.ts';
import {
  type By,
  created,
  type CreateKey,
  createOnce,
  freeKey,
  unchanged,
  write,
} from '../../changes/unit-of-work.ts';
import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { listClients } from './client-list.ts';

export type ClientStore = ReturnType<typeof createClientStore>;

export interface ClientRow extends StoredClient {
  secretHash: Uint8Array<ArrayBuffer> | null;
  previousSecretHash: Uint8Array<ArrayBuffer> | null;
}

/** What a change of a client writes. */
export type ClientChanges = Partial<Omit<ClientRow, 'id' | 'isPublic' | 'makerId' | 'createdAt' | 'version'>>;

interface ClientChange extends By {
  action: AuditActionOn<'client'>;
  changes: ClientChanges;
}

const FIND = `SELECT * FROM "oauth_clients" WHERE "id" = ANY($1) AND "disabledAt" IS NULL`;

export function createClientStore(database: Database) {
  return {
    /** Finds a client that is not disabled; concurrent calls share a statement. */
    findEnabled: createBatcher({
      run: async (ids: string[]) => {
        const rows = await database.rows<ClientRow>(FIND, [ids]);
        const byId = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => byId.get(id) ?? null);
      },
    }),
    find: (id: string): Promise<ClientRow | null> =>
      database.oAuthClient.findUnique({ where: { id } }) as Promise<ClientRow | null>,
    list: (): Promise<ClientRow[]> =>
      database.oAuthClient.findMany({ orderBy: { createdAt: 'asc' } }) as Promise<ClientRow[]>,
    listPage: listClients(database),
    /** Adds a client, once under an `Idempotency-Key`. @throws BearerError `conflict` when that was used for another request. */
    insert(client: ClientRow, { actor, key = null }: { actor: Actor; key?: CreateKey | null }) {
      const { id, createdAt: at } = client;
      return createOnce(database, { actor, at, key }, id, async (transaction) => {
        await transaction.oAuthClient.create({ data: client });
        return created({ action: 'oauth_client.created', subjectId: id, after: presentClient(client) });
      });
    },
    /** Removes a client whose version is still that of `before`, with its grants, tokens and key; false when it has changed. */
    remove(before: ClientRow, by: By): Promise<boolean> {
      return write(database, by, async (transaction) => {
        const { id, version } = before;
        const { count } = await transaction.oAuthClient.deleteMany({ where: { id, version } });
        if (count === 0) return unchanged(false);
        await freeKey(transaction, id);
        const shown = { before: presentClient(before) };
        return { result: true, change: { action: 'oauth_client.deleted', subjectId: id, ...shown } };
      });
    },
    /** Changes a client whose version is still `before.version`; null when another change came first. */
    update(before: ClientRow, { actor, at, action, changes }: ClientChange): Promise<ClientRow | null> {
      return write(database, { actor, at }, async (transaction) => {
        const { count } = await transaction.oAuthClient.updateMany({
          where: { id: before.id, version: before.version },
          data: { ...changes, updatedAt: at, version: before.version + 1 },
        });
        if (count === 0) return unchanged(null);
        const after = { ...before, ...changes, updatedAt: at, version: before.version + 1 };
        const shown = { before: presentClient(before), after: presentClient(after) };
        return { result: after, change: { action, subjectId: before.id, ...shown } };
      });
    },
  };
}
