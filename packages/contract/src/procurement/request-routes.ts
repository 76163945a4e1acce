import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { idempotencyHeader, ifMatchHeader } from '../bearer/request-headers.ts';
import { familyCalls } from '../bearer/family-calls.ts';
import { NoQuery } from '../fields.ts';
import { RequestId } from './fields.ts';
import {
  CreateRequestBody,
  DecisionBody,
  ListRequestsQuery,
  PurchaseRequest,
  RequestPage,
  UpdateRequestBody,
} from './purchase-requests.ts';
import { PROCUREMENT_ROUTES as ROUTES } from './route-table.ts';

const c = initContract();
const pathParams = z.object({ id: RequestId });

const { metadata, failures } = familyCalls('read:purchase-requests', 'write:purchase-requests');
const act = {
  pathParams,
  query: NoQuery,
  headers: ifMatchHeader,
  body: DecisionBody,
  responses: { 200: PurchaseRequest, ...failures.change },
  metadata: metadata.change,
};

export const requestRoutes = c.router({
  /** Asks to buy. */
  createPurchaseRequest: {
    ...ROUTES.createPurchaseRequest,
    summary: 'Create a purchase request',
    description:
      'Asks to buy. A request under a contract is held to its lines and ceilings at once, and again at its approval.',
    query: NoQuery,
    headers: idempotencyHeader,
    body: CreateRequestBody,
    responses: { 201: PurchaseRequest, ...failures.create },
    metadata: metadata.create,
  },
  /** Lists purchase requests. */
  listPurchaseRequests: {
    ...ROUTES.listPurchaseRequests,
    summary: 'List purchase requests',
    description: 'A page of purchase requests.',
    query: ListRequestsQuery,
    responses: { 200: RequestPage, ...failures.list },
    metadata: metadata.list,
  },
  /** Reads one purchase request. */
  getPurchaseRequest: {
    ...ROUTES.getPurchaseRequest,
    summary: 'Read a purchase request',
    description: 'One purchase request in its current state.',
    pathParams,
    query: NoQuery,
    responses: { 200: PurchaseRequest, ...failures.get },
    metadata: metadata.get,
  },
  /** Changes a request that nobody has decided about. */
  updatePurchaseRequest: {
    ...ROUTES.updatePurchaseRequest,
    summary: 'Update a purchase request',
    description: 'Changes the fields sent, of a PENDING request, by its requester.',
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: UpdateRequestBody,
    responses: { 200: PurchaseRequest, ...failures.change },
    metadata: metadata.change,
  },
  /** Buys what was asked for. */
  approvePurchaseRequest: {
    ...ROUTES.approvePurchaseRequest,
    summary: 'Approve a purchase request',
    description:
      'Buys what was asked for: an intent is submitted, and its amount and pieces are reserved on the contract. Only a person approves, never a request of their own, and only as `admin` or within their approval limit: `forbidden`. What cannot be bought now is `validation_failed`, and the request stays PENDING. Repeating an approval buys nothing more.',
    ...act,
  },
  /** Refuses to buy. */
  rejectPurchaseRequest: {
    ...ROUTES.rejectPurchaseRequest,
    summary: 'Reject a purchase request',
    description: 'Refuses a PENDING request, by a person who may approve it.',
    ...act,
  },
  /** Takes the own request back. */
  withdrawPurchaseRequest: {
    ...ROUTES.withdrawPurchaseRequest,
    summary: 'Withdraw a purchase request',
    description: 'Takes a PENDING request back, by its requester.',
    ...act,
  },
});
