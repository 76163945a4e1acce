import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import type { AppRow, AppSecretRow, AppWithSecrets } from './app-row.ts';

const FIND_APPS = `SELECT "id", "name", "permissions", "ipAllowList", "disabledAt", "createdAt", "updatedAt",
    "version"
  FROM "apps" WHERE "id" = ANY($1)`;
const FIND_SECRETS = `SELECT "id", "appId", "ciphertext", "createdAt", "expiresAt"
  FROM "app_secrets" WHERE "appId" = ANY($1)`;

/**
 * Finds Apps by id with their secrets; concurrent calls share two statements. Reading thousands of Apps one by one
 * every few seconds would cost as much as their calls.
 */
export function createAppFinder(database: Database): (id: string) => Promise<AppWithSecrets | null> {
  return createBatcher({
    run: async (ids: string[]) => {
      const [apps, secrets] = await Promise.all([
        database.rows<AppRow>(FIND_APPS, [ids]),
        database.rows<AppSecretRow>(FIND_SECRETS, [ids]),
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
