export { contractLineOf, type ContractLine, repeatedLines } from './contract-ceilings.ts';
export { contractRefusal } from './contract-status.ts';
export { type ActingPerson, decideRequestChange } from './request-transition.ts';
export { productKeyOf, shopKeyOf, shopKeysAbove, shopOf } from './shop-key.ts';
export {
  presentContract,
  presentRecordedRequest,
  presentRequest,
  presentSupplier,
  type StoredContract,
  type StoredRequest,
  type StoredSupplier,
} from './present-procurement.ts';
export {
  createdContent,
  intentOfRequest,
  type RequestContent,
  requestProblems,
  type RequestReferences,
  updatedContent,
} from './request-content.ts';
export {
  bySupplier,
  type OutcomeCount,
  presentProcessing,
  presentSpend,
  processingCsv,
  spendCsv,
  type SpendOfGroup,
} from './present-reports.ts';
export { CONTRACT_ROWS, ORDER_ROWS, REQUEST_ROWS, SUPPLIER_ROWS } from './procurement-lists.ts';
export { type Period, reportPeriod } from './report-period.ts';
export { prefersCsv } from './prefers-csv.ts';
export { presentOrder, type StoredOrder } from './present-order.ts';
