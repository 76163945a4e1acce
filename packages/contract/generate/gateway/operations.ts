import type { z } from 'zod';
import {
  GatewayCancelled,
  GatewayCancelRefusal,
  GatewayCapabilities,
  GatewayListQuery,
  GatewayOrder,
  GatewayOrderId,
  GatewayOrderPage,
  GatewayOrderRequest,
  GatewayParcel,
  GatewayQuote,
  GatewayRefusal,
  MerchantOrderNo,
} from '../../src/gateway/messages.ts';

/** The messages by their names in document and page. */
export const MESSAGES = {
  OrderRequest: { schema: GatewayOrderRequest, doc: 'What to order. Unknown fields are ignored.' },
  Order: { schema: GatewayOrder, doc: 'An order, as every response shows it.' },
  Parcel: { schema: GatewayParcel, doc: 'One parcel of an order.' },
  Refusal: { schema: GatewayRefusal, doc: 'This call made no order.' },
  Cancelled: { schema: GatewayCancelled, doc: 'The order is cancelled.' },
  CancelRefusal: { schema: GatewayCancelRefusal, doc: 'The order is not cancelled.' },
  OrderPage: { schema: GatewayOrderPage, doc: 'One page of changed orders.' },
  Quote: { schema: GatewayQuote, doc: 'What a product costs now.' },
  Capabilities: { schema: GatewayCapabilities, doc: 'What a gateway offers.' },
} satisfies Record<string, { schema: z.ZodObject; doc: string }>;
export type MessageName = keyof typeof MESSAGES;

interface Parameter {
  in: 'path' | 'query';
  schema: z.ZodType;
  isRequired: boolean;
  doc: string;
}

export interface GatewayOperation {
  method: 'get' | 'post';
  path: string;
  summary: string;
  rules: string;
  parameters?: Record<string, Parameter>;
  body?: MessageName;
  responses: Record<string, { message?: MessageName; doc: string }>;
}

const ORDER_ID: Parameter = { in: 'path', schema: GatewayOrderId, isRequired: true, doc: 'Id of the shop.' };
const NO_ORDER = { doc: 'No such order. A half-made order is not there either.' };

/** Every operation of the ordering protocol. Document and page are made from this table. */
export const GATEWAY_OPERATIONS: Record<string, GatewayOperation> = {
  placeOrder: {
    method: 'post',
    path: '/orders',
    summary: 'Place an order',
    rules:
      'The same number never buys twice. It is the same order when product, quantity and recipient are the same: price, total, time and remarks do not count. Before it pays, a gateway compares product, quantity and total. After `placeBefore`, counted from the receipt of the call, it neither pays nor responds with ACCEPTED for this call.',
    body: 'OrderRequest',
    responses: {
      201: { message: 'Order', doc: 'The order, made by this call; also one that is REJECTED.' },
      200: { message: 'Order', doc: 'The order that this number made before.' },
      400: { message: 'Refusal', doc: 'The body cannot be an order. A definite no to this call alone.' },
      422: {
        message: 'Refusal',
        doc: 'A definite no to this call alone. `NUMBER_REUSED`: the number has an order of other content, which stays as it is.',
      },
    },
  },
  getOrderByNumber: {
    method: 'get',
    path: '/orders/by-merchant-no/{merchantOrderNo}',
    summary: 'Find an order by its number',
    rules:
      'Reads what a POST wrote at once. A 404 is final when the time of every POST of the number is over: only another POST goes on with a half-made order. It means that nothing is charged: while a gateway does not know whether a payment that it began was made, it responds with 503.',
    parameters: {
      merchantOrderNo: {
        in: 'path',
        schema: MerchantOrderNo,
        isRequired: true,
        doc: 'Number of the purchase.',
      },
    },
    responses: { 200: { message: 'Order', doc: 'The order.' }, 404: NO_ORDER },
  },
  getOrder: {
    method: 'get',
    path: '/orders/{orderId}',
    summary: 'Show an order',
    rules:
      'A status never goes back: ACCEPTED, CONFIRMED (paid), SHIPPED, DELIVERED, or REJECTED, or CANCELLED.',
    parameters: { orderId: ORDER_ID },
    responses: { 200: { message: 'Order', doc: 'The order.' }, 404: NO_ORDER },
  },
  cancelOrder: {
    method: 'post',
    path: '/orders/{orderId}/cancel',
    summary: 'Cancel an order',
    rules: 'A repeated call gets the same response, with the same fee; 0 when the shop itself has cancelled.',
    parameters: { orderId: ORDER_ID },
    responses: {
      200: { message: 'Cancelled', doc: 'The order is cancelled.' },
      404: NO_ORDER,
      409: { message: 'CancelRefusal', doc: 'The order stays as it is.' },
    },
  },
  listOrders: {
    method: 'get',
    path: '/orders',
    summary: 'List changed orders',
    rules:
      'The oldest change first. No order is lost between two pages, also when many changed at once; one that changes again is listed again.',
    parameters: {
      changedSince: {
        in: 'query',
        schema: GatewayListQuery.shape.changedSince,
        isRequired: true,
        doc: 'Changes at this time or later.',
      },
      cursor: {
        in: 'query',
        schema: GatewayListQuery.shape.cursor.unwrap(),
        isRequired: false,
        doc: '`nextCursor` of the previous page.',
      },
    },
    responses: {
      200: { message: 'OrderPage', doc: 'The page.' },
      400: {
        message: 'Refusal',
        doc: 'A value of the query is not valid, or the cursor is none of this gateway.',
      },
    },
  },
  getQuote: {
    method: 'get',
    path: '/quote',
    summary: 'Ask what a product costs',
    rules: 'For shops without public product pages.',
    parameters: {
      url: {
        in: 'query',
        schema: GatewayOrderRequest.shape.productUrl,
        isRequired: true,
        doc: 'Address of the product, as an order names it.',
      },
      quantity: {
        in: 'query',
        schema: GatewayOrderRequest.shape.quantity,
        isRequired: false,
        doc: 'Pieces; default 1.',
      },
    },
    responses: {
      200: { message: 'Quote', doc: 'The price.' },
      400: { message: 'Refusal', doc: 'A value of the query is not valid.' },
      404: { doc: 'The shop does not know the product.' },
    },
  },
  getCapabilities: {
    method: 'get',
    path: '/capabilities',
    summary: 'Ask what a gateway offers',
    rules: 'The service asks when it starts, and reports what is missing.',
    responses: { 200: { message: 'Capabilities', doc: 'What it offers.' } },
  },
};
