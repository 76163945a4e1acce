import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { pickChanged, Refused, Taken, type ShopAdapter, type ShopOrder } from '@procurement-intents/gateway';

type Article = { title: string; priceFen: number; stock: number };
type Row = { contentHash: string; sku: string; quantity: number; touchedAtMs: number; order?: ShopOrder };

/** A shop of two files, owned by one process. A change is in its file before it is answered. */
export function openShop(articlesFile: string, ordersFile: string): ShopAdapter<string> {
  const articles = new Map<string, Article>(Object.entries(JSON.parse(readFileSync(articlesFile, 'utf8'))));
  const saved = existsSync(ordersFile) ? readFileSync(ordersFile, 'utf8') : '[]';
  const rows = new Map<string, Row>(JSON.parse(saved));
  const save = (no: string, row: Row) => {
    writeFileSync(`${ordersFile}.new`, JSON.stringify([...new Map(rows).set(no, row)]), { flush: true });
    renameSync(`${ordersFile}.new`, ordersFile);
    rows.set(no, row);
  };
  const end = async (no: string, change: Omit<ShopOrder, 'orderId' | 'merchantOrderNo' | 'updatedAtMs'>) => {
    const order = { orderId: no, merchantOrderNo: no, updatedAtMs: Date.now(), ...change };
    save(no, { ...rows.get(no)!, order });
    return order;
  };
  const left = (sku: string) => {
    const sold = [...rows.values()].filter((row) => row.sku === sku && row.order?.status === 'CONFIRMED');
    return sold.reduce((stock, { quantity }) => stock - quantity, articles.get(sku)?.stock ?? 0);
  };
  const orders = () => [...rows.values()].flatMap(({ order }) => order ?? []);
  return {
    quote: async ({ pathname }, quantity) => {
      const sku = pathname.slice(pathname.lastIndexOf('/') + 1);
      return articles.has(sku) ? { sku, ...articles.get(sku)!, available: left(sku) >= quantity } : null;
    },
    find: async (no) => {
      const row = rows.get(no);
      if (!row?.order) return row ? { ...row, begun: no } : null;
      return { contentHash: row.contentHash, order: row.order };
    },
    begin: async ({ merchantOrderNo, contentHash, sku, quantity }) => {
      if (rows.has(merchantOrderNo)) throw new Taken();
      save(merchantOrderNo, { contentHash, sku, quantity, touchedAtMs: Date.now() });
      return merchantOrderNo;
    },
    fill: async (no, { sku, quantity }) => {
      save(no, { ...rows.get(no)!, sku, quantity, touchedAtMs: Date.now() });
      return { totalFen: articles.get(sku)!.priceFen * quantity, lines: [{ sku, quantity }] };
    },
    pay: async (no, { totalFen }) => {
      const { sku, quantity } = rows.get(no)!;
      if (left(sku) < quantity) throw new Refused('OUT_OF_STOCK'); // No await between this and the sale.
      return end(no, { status: 'CONFIRMED', amountPaidFen: totalFen });
    },
    refuse: (no, refusal) => end(no, { status: 'REJECTED', amountPaidFen: 0, ...refusal }),
    get: async (orderId) => rows.get(orderId)?.order ?? null,
    cancel: async (orderId) => {
      const { amountPaidFen } = rows.get(orderId)!.order!;
      await end(orderId, { status: 'CANCELLED', amountPaidFen, refundedFen: amountPaidFen });
      return { feeFen: 0, refund: 'done' };
    },
    list: async (query) => pickChanged(orders(), query),
    ping: async () => {},
  };
}
