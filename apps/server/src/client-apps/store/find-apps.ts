import { createBatcher } from '../../postgres/batch.ts';
import { column, nullable, type RowOf, TableSql } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { APPS } from './app-list.ts';
import type { AppWithSecrets } from './app-row.ts';

const SECRETS = new TableSql({
  id: column<string>('text'),
  appId: column<string>('text'),
  ciphertext: column<Uint8Array<ArrayBuffer>>('bytea'),
  createdAt: column<Date>('timestamptz'),
  expiresAt: nullable(column<Date>('timestamptz')),
});

const FIND_APPS = `SELECT ${APPS.read(APPS.keys)} FROM "apps" WHERE "id" = ANY($1)`;
const FIND_SECRETS = `SELECT ${SECRETS.read(SECRETS.keys)} FROM "app_secrets" WHERE "appId" = ANY($1)`;

/**
 * Finds Apps by id with their secrets; concurrent calls share two statements. Reading thousands of Apps one by one
 * every few seconds would cost as much as their calls.
 */
export function createAppFinder(database: Database): (id: string) => Promise<AppWithSecrets | null> {
  return createBatcher({
    run: async (ids: string[]) => {
      const [apps, secrets] = await Promise.all([
        database.rows<RowOf<typeof APPS.table>>(FIND_APPS, [ids]),
        database.rows<RowOf<typeof SECRETS.table>>(FIND_SECRETS, [ids]),
      ]);
      const byId = new Map(apps.map((app) => [app.id, app]));
      const secretsOf = Map.groupBy(secrets, ({ appId }) => appId);
      return ids.map((id) => {
        const app = byId.get(id);
        return app ? { ...app, secrets: secretsOf.get(id) ?? [] } : null;
      });
    },
  });
}
