import { SCOPE_NAMES } from '../../src/bearer/scopes.ts';
import { GRANT_TYPE_NAMES } from '../../src/oauth/grant-types.ts';
import { CONTRACT_STATUSES, REQUEST_STATUSES, SUPPLIER_STATUSES } from '../../src/procurement/states.ts';

/** Sets of values that the types of the bearer scheme name. */
export const BEARER_VALUES = {
  Scope: {
    values: SCOPE_NAMES,
    doc: 'What a credential may do. `write:` does not include `read:`; `admin` includes all.',
  },
  GrantType: { values: GRANT_TYPE_NAMES, doc: 'How an OAuth client gets tokens.' },
  RequestStatus: { values: REQUEST_STATUSES, doc: 'Status of a purchase request.' },
  ContractStatus: { values: CONTRACT_STATUSES, doc: 'Status of a contract.' },
  SupplierStatus: { values: SUPPLIER_STATUSES, doc: 'Whether the company buys from a supplier.' },
} as const;
