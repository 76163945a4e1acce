import type { OrderRequest } from '../platforms/platform.ts';
import type { RunRow } from './store/claim-intents.ts';
import { placeBeforeSecondsOf, type ProcessingContext } from './processing-context.ts';

/** What is ordered for an intent, at this price for one. */
export function orderRequestOf(
  context: Pick<ProcessingContext, 'orderTimeoutMs'>,
  row: RunRow,
  unitPriceFen: number,
): OrderRequest {
  if (row.merchantOrderNo === null) throw new Error('the intent has no merchant order number');
  return {
    merchantOrderNo: row.merchantOrderNo,
    productUrl: row.productUrl,
    quantity: row.quantity,
    unitPriceFen,
    maxTotalFen: Number(row.totalFen),
    placeBeforeSeconds: placeBeforeSecondsOf(context),
    recipient: { name: row.recipientName, address: row.address, phone: row.phone },
    ...(row.remarks !== null && { remarks: row.remarks }),
  };
}
