import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { idempotencyHeader, ifMatchHeader } from '../bearer/request-headers.ts';
import { familyCalls } from '../bearer/family-calls.ts';
import { NoQuery } from '../fields.ts';
import { SupplierId } from './fields.ts';
import { PROCUREMENT_ROUTES as ROUTES } from './route-table.ts';
import {
  CreateSupplierBody,
  ListSuppliersQuery,
  Supplier,
  SupplierPage,
  UpdateSupplierBody,
} from './suppliers.ts';

const c = initContract();
const pathParams = z.object({ id: SupplierId });

const { metadata, failures } = familyCalls('read:suppliers', 'write:suppliers');

export const supplierRoutes = c.router({
  /** Adds a shop that the company buys from. */
  createSupplier: {
    ...ROUTES.createSupplier,
    summary: 'Create a supplier',
    description:
      'Adds a shop that the company buys from. The shops of two suppliers never overlap: `conflict`, also when both are added at once.',
    query: NoQuery,
    headers: idempotencyHeader,
    body: CreateSupplierBody,
    responses: { 201: Supplier, ...failures.create },
    metadata: metadata.create,
  },
  /** Lists suppliers. */
  listSuppliers: {
    ...ROUTES.listSuppliers,
    summary: 'List suppliers',
    description: 'A page of suppliers.',
    query: ListSuppliersQuery,
    responses: { 200: SupplierPage, ...failures.list },
    metadata: metadata.list,
  },
  /** Reads one supplier. */
  getSupplier: {
    ...ROUTES.getSupplier,
    summary: 'Read a supplier',
    description: 'One supplier in its current state.',
    pathParams,
    query: NoQuery,
    responses: { 200: Supplier, ...failures.get },
    metadata: metadata.get,
  },
  /** Changes, blocks or opens a supplier. */
  updateSupplier: {
    ...ROUTES.updateSupplier,
    summary: 'Update a supplier',
    description:
      'Changes the fields sent. From the moment that a supplier is BLOCKED nothing of it is accepted or ordered, whoever asks; other processes of the service follow within a second.',
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: UpdateSupplierBody,
    responses: { 200: Supplier, ...failures.change },
    metadata: metadata.change,
  },
  /** Removes a supplier that nothing refers to. */
  deleteSupplier: {
    ...ROUTES.deleteSupplier,
    summary: 'Delete a supplier',
    description: 'Removes a supplier. One that has contracts or purchase requests stays: `conflict`.',
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...failures.act },
    metadata: metadata.act,
  },
});
