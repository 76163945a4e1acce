/** An order as the sandbox's ledger shows it; more fields than these. */
export interface LedgerOrder {
  orderId: string;
  status: string;
  quantity: number;
}

/** What the service reports about one purchase. */
export interface ReportedPurchase {
  label: string;
  /** Identifies the purchase in the ledger. */
  quantity: number;
  status: string;
  orderId: string | null;
}

export interface LedgerComparison {
  /** Number of active orders: neither rejected nor cancelled. */
  orderCount: number;
  /** One sentence for each contradiction between service and shop; empty without any. */
  problems: string[];
}

const WITHDRAWN = new Set(['REJECTED', 'CANCELLED']);

/**
 * Compares the intents of the service with the orders of the shops: one order for each completed intent, at most one
 * for an intent that has not ended, none for the others.
 */
export function compareLedger(
  purchases: readonly ReportedPurchase[],
  orders: readonly LedgerOrder[],
): LedgerComparison {
  let orderCount = 0;
  const problems = purchases.flatMap(({ label, quantity, status, orderId }) => {
    const active = orders.filter((order) => order.quantity === quantity && !WITHDRAWN.has(order.status));
    orderCount += active.length;
    const [least, most] = allowedOrders(status);
    if (active.length < least || active.length > most) {
      return [`${label}: ${status}, and the shop counts ${active.length} orders`];
    }
    if (status === 'COMPLETED' && active[0]?.orderId !== orderId) {
      return [`${label}: the service names order ${orderId}, the shop ${active[0]?.orderId}`];
    }
    return [];
  });
  return { orderCount, problems };
}

function allowedOrders(status: string): [least: number, most: number] {
  if (status === 'COMPLETED') return [1, 1];
  return ['SUBMITTED', 'PROCESSING', 'ERROR'].includes(status) ? [0, 1] : [0, 0];
}

/** @throws Error when the sandbox does not answer with its ledger. */
export async function readLedger(sandboxUrl: string): Promise<LedgerOrder[]> {
  const url = `${sandboxUrl}/ledger`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return ((await response.json()) as { orders: LedgerOrder[] }).orders;
  } catch (cause) {
    throw new Error(`the sandbox does not show its ledger at ${url}`, { cause });
  }
}
