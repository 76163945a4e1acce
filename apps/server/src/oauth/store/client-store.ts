import type { Scope } from '@procurement-intents/contract/bearer';
import type { GrantType } from '@procurement-intents/contract/oauth';
import { type Actor, changeRecorded } from '../../audit/record-change.ts';
import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';

export type ClientStore = ReturnType<typeof createClientStore>;

export interface ClientRow {
  id: string;
  name: string;
  secretHash: Uint8Array<ArrayBuffer> | null;
  previousSecretHash: Uint8Array<ArrayBuffer> | null;
  previousSecretUntil: Date | null;
  redirectUris: string[];
  scopes: Scope[];
  grantTypes: GrantType[];
  isPublic: boolean;
  makerId: string | null;
  disabledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

/** What a change of a client writes. */
export type ClientChanges = Partial<Omit<ClientRow, 'id' | 'isPublic' | 'makerId' | 'createdAt' | 'version'>>;

interface ClientChange {
  actor: Actor;
  at: Date;
  action: string;
  changes: ClientChanges;
}

const FIND = `SELECT * FROM "oauth_clients" WHERE "id" = ANY($1) AND "disabledAt" IS NULL`;

/** What the record of a change shows of a client. */
const shownOf = ({ id, name, redirectUris, scopes, grantTypes, isPublic, disabledAt }: ClientRow) => ({
  id,
  name,
  redirectUris,
  scopes,
  grantTypes,
  isPublic,
  disabledAt: disabledAt?.toISOString() ?? null,
});

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
    insert(client: ClientRow, actor: Actor): Promise<void> {
      return changeRecorded(database, { actor, at: client.createdAt }, async (transaction) => {
        await transaction.oAuthClient.create({ data: client });
        const change = { action: 'oauth_client.created', subjectId: client.id, after: shownOf(client) };
        return { result: undefined, change };
      });
    },
    /** Changes a client whose version is still `before.version`; null when another change came first. */
    update(before: ClientRow, { actor, at, action, changes }: ClientChange): Promise<ClientRow | null> {
      return changeRecorded(database, { actor, at }, async (transaction) => {
        const { count } = await transaction.oAuthClient.updateMany({
          where: { id: before.id, version: before.version },
          data: { ...changes, updatedAt: at, version: before.version + 1 },
        });
        if (count === 0) return { result: null, change: null };
        const after = { ...before, ...changes, updatedAt: at, version: before.version + 1 };
        const change = { action, subjectId: before.id, before: shownOf(before), after: shownOf(after) };
        return { result: after, change };
      });
    },
  };
}
