export {
  contractLineKey,
  type FoundReferences,
  foundReferences,
  takenOf,
  takenPieces,
} from './contract-usage.ts';
export { contractStatusAt } from './contract-status.ts';
export {
  checkContractChange,
  type ContractChanges,
  contractInUse,
  contractMove,
  contractUpdate,
  createdContract,
  unknownSupplier,
} from './contract-changes.ts';
export {
  createdSupplier,
  shopOverlap,
  type SupplierChanges,
  supplierChanges,
  supplierInUse,
} from './supplier-changes.ts';
export {
  doShopsOverlap,
  indexBlocked,
  indexShops,
  isBlockedBy,
  type ShopIndex,
  shopKeyOf,
  shopOf,
} from './shop-key.ts';
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
  approvalBy,
  createdRequest,
  decideApproval,
  decideEnd,
  mayCheckPage,
  requestUpdate,
} from './decide-request.ts';
export { type RequestChanges, resolvedReferences } from './request-changes.ts';
export { keptFenOf } from './kept-amount.ts';
export { requestAfterIntent, requestKeyOf } from './request-after-intent.ts';
export { intentOfRequest, type RequestContent } from './request-content.ts';
export {
  bySupplier,
  bySupplierSteps,
  type OutcomeCount,
  presentProcessing,
  presentSpend,
  processingCsv,
  spendCsv,
  type SpendOfGroup,
} from './present-reports.ts';
export { CONTRACT_ROWS, ORDER_ROWS, REQUEST_ROWS, SUPPLIER_ROWS } from './procurement-lists.ts';
export { type Period, reportPeriod } from './report-period.ts';
export { CSV_TYPE } from '../csv.ts';
export { countOutcomes, sumSpend } from './sum-reports.ts';
export { prefersCsv } from './prefers-csv.ts';
export {
  ASKED_STATUSES,
  checkOrderCancel,
  intentIdOfOrder,
  isOrderOver,
  type OrderOfIntent,
  orderOfIntent,
} from './order-of-intent.ts';
export { presentOrder, type StoredOrder } from './present-order.ts';
