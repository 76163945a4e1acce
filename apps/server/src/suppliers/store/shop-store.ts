import type { Database } from '../../postgres/database.ts';

export type ShopStore = ReturnType<typeof createShopStore>;

/** What every process knows of shops. */
export function createShopStore(database: Database) {
  return {
    /** The version of the suppliers, which every change replaces. */
    async readVersion(): Promise<string> {
      const [row] = await database.$queryRaw<
        { version: string }[]
      >`SELECT "version"::text FROM "supplier_registry"`;
      if (!row) throw new Error('the suppliers have no version');
      return row.version;
    },
    /** The keys of all blocked shops. */
    async readBlocked(): Promise<string[]> {
      const rows = await database.supplier.findMany({
        where: { status: 'BLOCKED' },
        select: { shopKey: true },
      });
      return rows.map(({ shopKey }) => shopKey);
    },
  };
}
