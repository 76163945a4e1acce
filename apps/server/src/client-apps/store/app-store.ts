import type { AuditActionOn } from '@procurement-intents/contract/company';
import { presentApp } from '@procurement-intents/domain/company';
import type { Actor } from '../../audit/record-change.ts';
import {
  type By,
  created,
  type CreateKey,
  createOnce,
  unchanged,
  write,
} from '../../changes/unit-of-work.ts';
import type { Transaction } from '../../postgres/transaction.ts';
import { newUuid } from '../../new-uuid.ts';
import type { Database } from '../../postgres/database.ts';
import { listApps } from './app-list.ts';
import type { AppRow, AppSecretRow } from './app-row.ts';
import { createAppFinder } from './find-apps.ts';

/** Who changes an App, when, how the record calls it, and what is written. */
interface AppChange extends By {
  action: AuditActionOn<'app'>;
  changes?: Partial<Pick<AppRow, 'name' | 'permissions' | 'ipAllowList' | 'archiveAfterDays' | 'disabledAt'>>;
  rotation?: { secret: AppSecretRow; expiresAt: Date };
}

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
    list: (): Promise<AppRow[]> => database.app.findMany({ orderBy: { createdAt: 'asc' } }),
    listPage: listApps(database),
    /** Adds an App, once under an `Idempotency-Key`. @throws BearerError `conflict` when that was used for another request. */
    create(
      app: AppRow,
      secret: AppSecretRow,
      { actor, key = null }: { actor: Actor; key?: CreateKey | null },
    ) {
      return createOnce(database, { actor, at: app.createdAt, key }, app.id, async (transaction) => {
        await transaction.app.create({ data: { ...app, secrets: { create: withoutApp(secret) } } });
        return created({ action: 'app.created', subjectId: app.id, after: presentApp(app) });
      });
    },
    /**
     * Changes an App whose version is still `before.version`; null when another change came first. A new `secret` becomes the
     * current one: its predecessor expires at `expiresAt`, older ones are deleted.
     */
    update(before: AppRow, { actor, at, action, changes = {}, rotation }: AppChange): Promise<AppRow | null> {
      return write(database, { actor, at }, async (transaction) => {
        const data = { ...changes, updatedAt: at, version: before.version + 1 };
        const { id, version } = before;
        // The version also keeps two rotations at once from leaving three secrets.
        const { count } = await transaction.app.updateMany({ where: { id, version }, data });
        if (count === 0) return unchanged(null);
        if (rotation) await rotate(transaction, rotation);
        const after = { ...before, ...data };
        const shown = { before: presentApp(before), after: presentApp(after) };
        return { result: after, change: { action, subjectId: id, ...shown } };
      });
    },
    /** Replaces all secrets of the App at once. */
    setSecret(appId: string, ciphertext: Uint8Array<ArrayBuffer>, by: By): Promise<void> {
      return write(database, by, async (transaction) => {
        await transaction.appSecret.deleteMany({ where: { appId } });
        await transaction.appSecret.create({ data: { id: newUuid(), appId, ciphertext, createdAt: by.at } });
        return { result: undefined, change: { action: 'app.secret_replaced', subjectId: appId } };
      });
    },
  };
}

async function rotate(
  transaction: Transaction,
  { secret, expiresAt }: NonNullable<AppChange['rotation']>,
): Promise<void> {
  const { appId } = secret;
  await transaction.appSecret.deleteMany({ where: { appId, expiresAt: { not: null } } });
  await transaction.appSecret.updateMany({ where: { appId }, data: { expiresAt } });
  await transaction.appSecret.create({
    data: secret,
  });
}

function withoutApp({ id, ciphertext, createdAt, expiresAt }: AppSecretRow) {
  return { id, ciphertext: ciphertext, createdAt, expiresAt };
}
