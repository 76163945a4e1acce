import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { idempotencyHeader, ifMatchHeader } from '../bearer/request-headers.ts';
import { familyCalls } from '../bearer/family-calls.ts';
import { NoQuery } from '../fields.ts';
import {
  Contract,
  ContractPage,
  CreateContractBody,
  ListContractsQuery,
  UpdateContractBody,
} from './contracts.ts';
import { ContractId } from './fields.ts';
import { PROCUREMENT_ROUTES as ROUTES } from './route-table.ts';

const c = initContract();
const pathParams = z.object({ id: ContractId });

const { metadata, failures } = familyCalls('read:contracts', 'write:contracts');

export const contractRoutes = c.router({
  /** Makes the draft of a contract. */
  createContract: {
    ...ROUTES.createContract,
    summary: 'Create a contract',
    description: 'Makes the draft of a price agreement with a supplier.',
    query: NoQuery,
    headers: idempotencyHeader,
    body: CreateContractBody,
    responses: { 201: Contract, ...failures.create },
    metadata: metadata.create,
  },
  /** Lists contracts. */
  listContracts: {
    ...ROUTES.listContracts,
    summary: 'List contracts',
    description: 'A page of contracts. `lines` come when `fields` names them.',
    query: ListContractsQuery,
    responses: { 200: ContractPage, ...failures.list },
    metadata: metadata.list,
  },
  /** Reads one contract. */
  getContract: {
    ...ROUTES.getContract,
    summary: 'Read a contract',
    description: 'One contract, with what its requests have reserved and spent.',
    pathParams,
    query: NoQuery,
    responses: { 200: Contract, ...failures.get },
    metadata: metadata.get,
  },
  /** Changes a draft. */
  updateContract: {
    ...ROUTES.updateContract,
    summary: 'Update a contract',
    description: 'Changes the fields sent, of a DRAFT only.',
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: UpdateContractBody,
    responses: { 200: Contract, ...failures.change },
    metadata: metadata.change,
  },
  /** Removes a draft. */
  deleteContract: {
    ...ROUTES.deleteContract,
    summary: 'Delete a contract',
    description: 'Removes a DRAFT that no purchase request names.',
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...failures.act },
    metadata: metadata.act,
  },
  /** Lets requests be made under the contract. */
  activateContract: {
    ...ROUTES.activateContract,
    summary: 'Activate a contract',
    description:
      'From now on requests can be made under the contract, on its days. It cannot be changed any more.',
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: Contract, ...failures.act },
    metadata: metadata.act,
  },
  /** Ends the contract. */
  terminateContract: {
    ...ROUTES.terminateContract,
    summary: 'Terminate a contract',
    description: 'Ends an ACTIVE contract before its last day. What was approved under it is still bought.',
    pathParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: Contract, ...failures.act },
    metadata: metadata.act,
  },
});
