import type { bearerContract } from '@procurement-intents/contract/bearer';
import { createdHeaders, versionHeaders } from '@procurement-intents/domain';
import { presentSupplier, SUPPLIER_ROWS } from '@procurement-intents/domain/procurement';
import { listPage } from '../http/list-page.ts';
import { actorOf, targetOf } from '../http/actor-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import { createKeyOf } from '../http/create-key-of.ts';
import { createSupplier, deleteSupplier, loadSupplier, updateSupplier } from './change-supplier.ts';
import type { SuppliersContext } from './suppliers-context.ts';

type SupplierHandlers = Pick<
  HandlersOf<typeof bearerContract>,
  'createSupplier' | 'listSuppliers' | 'getSupplier' | 'updateSupplier' | 'deleteSupplier'
>;

/** One handler for each operation on suppliers. */
export function supplierHandlers(context: SuppliersContext): SupplierHandlers {
  const { suppliers } = context;
  return {
    createSupplier: async ({ body }, request) => {
      const by = { key: createKeyOf(request, body), actor: actorOf(request) };
      const { supplier, isReplay } = await createSupplier(context, body, by);
      const headers = { ...createdHeaders(isReplay), ...versionHeaders(supplier) };
      return { status: 201, headers, body: presentSupplier(supplier) };
    },
    listSuppliers: async ({ query }) => ({
      status: 200,
      body: await listPage({ ...SUPPLIER_ROWS, read: suppliers.list, present: presentSupplier }, query),
    }),
    getSupplier: async ({ params }) => {
      const supplier = await loadSupplier(context, params.id);
      return { status: 200, headers: versionHeaders(supplier), body: presentSupplier(supplier) };
    },
    updateSupplier: async ({ params, body }, request) => {
      const supplier = await updateSupplier(context, targetOf(request, params.id), body);
      return { status: 200, headers: versionHeaders(supplier), body: presentSupplier(supplier) };
    },
    deleteSupplier: async ({ params }, request) => {
      await deleteSupplier(context, targetOf(request, params.id));
      return { status: 204, body: undefined };
    },
  };
}
