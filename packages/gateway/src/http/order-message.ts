import type { GatewayOrderRequest } from '@procurement-intents/contract/gateway/messages';
import { nearestFen } from '@procurement-intents/contract/money';
import { digestContent } from '@procurement-intents/contract/gateway/order-content';
import { createHash } from 'node:crypto';
import type { Ordered } from '../placing/place-order.ts';

/** An order as the placing needs it: in fen, and with the digest of its content. */
export function readOrder(request: GatewayOrderRequest): Ordered {
  const { merchantOrderNo, productUrl, quantity, recipient, remarks, maxTotal } = request;
  return {
    merchantOrderNo,
    productUrl: new URL(productUrl),
    quantity,
    recipient,
    remarks,
    contentHash: digestContent(request, sha256),
    maxTotalFen: maxTotal === undefined ? null : nearestFen(maxTotal),
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
