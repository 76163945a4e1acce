import { type By, unchanged, write } from '../../changes/unit-of-work.ts';
import type { Database } from '../../postgres/database.ts';
import type { AppSecretRow } from './app-row.ts';

/** The secrets of all Apps, as they are sealed, for a change of the key. */
export const sealedSecrets = (database: Database) => ({
  list: (): Promise<AppSecretRow[]> => database.appSecret.findMany(),

  /** Replaces the ciphertext of one secret, unless it has changed since it was read. */
  reseal({ id, appId, ciphertext }: AppSecretRow, sealed: Uint8Array<ArrayBuffer>, by: By): Promise<boolean> {
    return write(database, by, async (transaction) => {
      const where = { id, ciphertext };
      const { count } = await transaction.appSecret.updateMany({ where, data: { ciphertext: sealed } });
      if (count === 0) return unchanged(false);
      return { result: true, change: { action: 'app.secret_resealed', subjectId: appId } };
    });
  },
});
