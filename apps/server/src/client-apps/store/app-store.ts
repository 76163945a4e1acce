import { newUuid } from '../../new-uuid.ts';
import type { Database } from '../../postgres/database.ts';
import type { AppRow, AppSecretRow } from './app-row.ts';
import { createAppFinder } from './find-apps.ts';

export type AppStore = ReturnType<typeof createAppStore>;

export function createAppStore(database: Database) {
  return {
    find: createAppFinder(database),
    /** The version of the registry, which every change of an App or a secret replaces. */
    async readVersion(): Promise<string> {
      const [row] = await database.$queryRaw<
        { version: string }[]
      >`SELECT "version"::text FROM "app_registry"`;
      if (!row) throw new Error('the registry of Apps has no version');
      return row.version;
    },
    findByName: (name: string): Promise<AppRow | null> => database.app.findUnique({ where: { name } }),
    list: (): Promise<AppRow[]> => database.app.findMany({ orderBy: { createdAt: 'asc' } }),
    create: (app: AppRow, secret: AppSecretRow): Promise<AppRow> =>
      database.app.create({ data: { ...app, secrets: { create: withoutApp(secret) } } }),
    /** Adds `secret` as the current one. Its predecessor expires at `expiresAt`; older ones are deleted. */
    async rotateSecret(secret: AppSecretRow, expiresAt: Date): Promise<void> {
      await database.$transaction([
        // Without the lock, two concurrent rotations would miss each other's new secret and leave three.
        database.$queryRaw`SELECT 1 FROM "apps" WHERE "id" = ${secret.appId} FOR UPDATE`,
        database.appSecret.deleteMany({ where: { appId: secret.appId, expiresAt: { not: null } } }),
        database.appSecret.updateMany({ where: { appId: secret.appId }, data: { expiresAt } }),
        database.appSecret.create({ data: secret as AppSecretRow & { ciphertext: Uint8Array<ArrayBuffer> } }),
      ]);
    },
    /** Replaces all secrets of the App at once. */
    async setSecret(appId: string, ciphertext: Uint8Array<ArrayBuffer>, createdAt: Date): Promise<void> {
      await database.$transaction([
        database.appSecret.deleteMany({ where: { appId } }),
        database.appSecret.create({ data: { id: newUuid(), appId, ciphertext, createdAt } }),
      ]);
    },
    /** Replaces the ciphertext of one secret, unless it has changed since it was read. */
    async reseal({ id, ciphertext }: AppSecretRow, sealed: Uint8Array<ArrayBuffer>): Promise<boolean> {
      const where = { id, ciphertext };
      const { count } = await database.appSecret.updateMany({ where, data: { ciphertext: sealed } });
      return count === 1;
    },
    listSecrets: (): Promise<AppSecretRow[]> => database.appSecret.findMany(),
    /** Updates an App. False when there is no such App. */
    async update(
      id: string,
      changes: Partial<Pick<AppRow, 'permissions' | 'ipAllowList' | 'webhookUrl' | 'disabledAt'>>,
    ): Promise<boolean> {
      const { count } = await database.app.updateMany({ where: { id }, data: changes });
      return count === 1;
    },
    async disable(id: string, at: Date): Promise<boolean> {
      const { count } = await database.app.updateMany({
        where: { id, disabledAt: null },
        data: { disabledAt: at },
      });
      return count === 1;
    },
  };
}

function withoutApp({ id, ciphertext, createdAt, expiresAt }: AppSecretRow) {
  return { id, ciphertext: ciphertext, createdAt, expiresAt };
}
