import type { bearerContract } from '@procurement-intents/contract/bearer';
import { createdHeaders, versionHeaders } from '@procurement-intents/domain';
import { CONTRACT_ROWS, presentContract, type StoredContract } from '@procurement-intents/domain/procurement';
import { actorOf, targetOf } from '../http/actor-of.ts';
import { createKeyOf } from '../http/create-key-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import { listPage } from '../http/list-page.ts';
import {
  type ContractsContext,
  createContract,
  deleteContract,
  loadContract,
  moveContract,
  updateContract,
} from './change-contract.ts';

type ContractHandlers = Pick<
  HandlersOf<typeof bearerContract>,
  | 'createContract'
  | 'listContracts'
  | 'getContract'
  | 'updateContract'
  | 'deleteContract'
  | 'activateContract'
  | 'terminateContract'
>;

/** One handler for each operation on contracts. */
export function contractHandlers(context: ContractsContext): ContractHandlers {
  const { contracts, clock } = context;
  const shown = (contract: StoredContract) =>
    ({
      status: 200,
      headers: versionHeaders(contract),
      body: presentContract(contract, clock.now()),
    }) as const;
  return {
    createContract: async ({ body }, request) => {
      const by = { key: createKeyOf(request, body), actor: actorOf(request) };
      const { contract, isReplay } = await createContract(context, body, by);
      const headers = { ...createdHeaders(isReplay), ...versionHeaders(contract) };
      return { status: 201, headers, body: presentContract(contract, clock.now()) };
    },
    listContracts: async ({ query }) => {
      const present = (contract: StoredContract) => presentContract(contract, clock.now());
      return {
        status: 200,
        body: await listPage({ ...CONTRACT_ROWS, read: contracts.list, present }, query),
      };
    },
    getContract: async ({ params }) => shown(await loadContract(context, params.id)),
    updateContract: async ({ params, body }, request) =>
      shown(await updateContract(context, targetOf(request, params.id), body)),
    deleteContract: async ({ params }, request) => {
      await deleteContract(context, targetOf(request, params.id));
      return { status: 204, body: undefined };
    },
    activateContract: async ({ params }, request) =>
      shown(await moveContract(context, targetOf(request, params.id), 'activate')),
    terminateContract: async ({ params }, request) =>
      shown(await moveContract(context, targetOf(request, params.id), 'terminate')),
  };
}
