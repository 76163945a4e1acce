import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { bearerFailures } from '../bearer/failures.ts';
import { familyCalls } from '../bearer/family-calls.ts';
import { bearer } from '../bearer/metadata.ts';
import { NoQuery } from '../fields.ts';
import { OrderRef } from './fields.ts';
import { ListOrdersQuery, Order, OrderPage } from './orders.ts';
import { PROCUREMENT_ROUTES as ROUTES } from './route-table.ts';

const c = initContract();
const pathParams = z.object({ id: OrderRef });

const { metadata, failures } = familyCalls('read:orders', 'write:orders');
// In every state of an order its platform may be asked.
const refresh = bearer('write:orders', 'none', ['not_found']);

export const orderRoutes = c.router({
  /** Lists the orders on all platforms. */
  listOrders: {
    ...ROUTES.listOrders,
    summary: 'List orders',
    description:
      'A page of the orders on all platforms, whoever asked for them. `startDate` and `endDate` bound `placedAt`.',
    query: ListOrdersQuery,
    responses: { 200: OrderPage, ...failures.list },
    metadata: metadata.list,
  },
  /** Reads one order. */
  getOrder: {
    ...ROUTES.getOrder,
    summary: 'Read an order',
    description:
      'One order as the service knows it. It is followed until it is delivered, for up to 30 days.',
    pathParams,
    query: NoQuery,
    responses: { 200: Order, ...failures.get },
    metadata: metadata.get,
  },
  /** Asks the platform about an order. */
  refreshOrder: {
    ...ROUTES.refreshOrder,
    summary: 'Refresh an order',
    description:
      'Has a worker ask the platform about the order, and waits up to 20 s; after that `unavailable`. An order of an intent that has failed or was cancelled does not change any more.',
    pathParams,
    query: NoQuery,
    body: c.noBody(),
    responses: { 200: Order, ...bearerFailures(...refresh.errors) },
    metadata: refresh,
  },
  /** Asks the platform to cancel an order. */
  cancelOrder: {
    ...ROUTES.cancelOrder,
    summary: 'Cancel an order',
    description:
      'Asks the platform to cancel, and waits up to 20 s. Possible while the intent is PROCESSING, else `conflict`; a refusal of the platform is `conflict` with its `reason`, no answer in time `unavailable`: the request stays on record, and repeating it is safe.',
    pathParams,
    query: NoQuery,
    body: c.noBody(),
    responses: { 200: Order, ...failures.act },
    metadata: metadata.act,
  },
});
