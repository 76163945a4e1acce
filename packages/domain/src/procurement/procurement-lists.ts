import {
  CONTRACT_LIST,
  ORDER_LIST,
  REQUEST_LIST,
  SUPPLIER_LIST,
} from '@procurement-intents/contract/procurement';

// What can be asked of each list, and the columns whose fields are called otherwise.

export const SUPPLIER_ROWS = { definition: SUPPLIER_LIST, columns: {} } as const;

export const CONTRACT_ROWS = {
  definition: CONTRACT_LIST,
  columns: { maxAmount: 'maxAmountFen', reserved: 'reservedFen', spent: 'spentFen' },
} as const;

export const REQUEST_ROWS = {
  definition: REQUEST_LIST,
  columns: { price: 'priceFen', totalAmount: 'totalFen' },
} as const;

export const ORDER_ROWS = { definition: ORDER_LIST, columns: { amountPaid: 'amountPaidFen' } } as const;
