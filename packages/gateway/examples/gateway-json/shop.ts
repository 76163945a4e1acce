import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { pickChanged, Refused, Taken, type ShopAdapter, type ShopOrder } from '@procurement-intents/gateway';

type Article = { title: string; priceFen: number; stock: number };
type Begun = { contentHash: string; sku: string; quantity: number; touchedAtMs: number };
type Row = Begun & { payingFen?: number; order?: ShopOrder };

/** A shop of two files, owned by one process. A change is in its file before it is answered. */
export function openShop(articlesFile: string, file: string): ShopAdapter<string> {
  const articles = new Map<string, Article>(Object.entries(JSON.parse(readFileSync(articlesFile, 'utf8'))));
  const rows = new Map<string, Row>(JSON.parse(existsSync(file) ? readFileSync(file, 'utf8') : '[]'));
  const save = (no: string, row: Row) => {
    writeFileSync(`${file}.new`, JSON.stringify([...new Map(rows).set(no, row)]), { flush: true });
    renameSync(`${file}.new`, file);
    rows.set(no, row);
  };
  const end = async (no: string, change: Omit<ShopOrder, 'orderId' | 'merchantOrderNo' | 'updatedAtMs'>) => {
    const order = { orderId: no, merchantOrderNo: no, updatedAtMs: Date.now(), ...change };
    save(no, { ...rows.get(no)!, order });
    return order;
  };
  const left = (sku: string) => {
    const paid = [...rows.values()].filter((row) => row.sku === sku && row.payingFen !== undefined);
    const sold = paid.filter(({ order }) => order?.status !== 'CANCELLED');
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
      return row ? { ...row, begun: no } : null; // Its `order`, if it has one, counts for more than `begun`.
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
      const { sku, quantity, payingFen } = rows.get(no)!;
      if (payingFen === undefined && left(sku) < quantity) throw new Refused('OUT_OF_STOCK');
      save(no, { ...rows.get(no)!, payingFen: totalFen, touchedAtMs: Date.now() }); // Before anything charges.
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
