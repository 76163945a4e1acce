import type { PlatformId } from '@procurement-intents/contract';
import type {
  ContractView,
  PurchaseRequestView,
  RequestStatus,
  SupplierStatus,
  SupplierView,
} from '@procurement-intents/contract/procurement';
import { presentRecipient, type StoredRecipient } from '../personal-data.ts';
import { fenToYuan } from '../money.ts';
import type { ContractTerms } from './contract-ceilings.ts';
import { contractStatusAt } from './contract-status.ts';

/** What every stored resource has. */
interface Stored {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

/** A supplier as a host stores it. */
export interface StoredSupplier extends Stored {
  name: string;
  platform: PlatformId;
  shopUrl: string;
  /** See `shopKeyOf`. */
  shopKey: string;
  contactName: string | null;
  contactPhone: string | null;
  status: SupplierStatus;
}

/** A contract as a host stores it, with what its requests have taken. Amounts in fen. */
export interface StoredContract extends Stored, ContractTerms {
  title: string;
  /** Of approved requests that are not ordered yet. */
  reservedFen: bigint;
  /** Of ordered requests. */
  spentFen: bigint;
}

/** A purchase request as a host stores it. Amounts in fen. */
export interface StoredRequest extends Stored, StoredRecipient {
  requestedBy: string;
  platform: PlatformId;
  productUrl: string;
  title: string;
  priceFen: bigint;
  quantity: number;
  totalFen: bigint;
  remarks: string | null;
  justification: string;
  supplierId: string | null;
  contractId: string | null;
  /** `productKeyOf` the contract's line. */
  contractLine: string | null;
  status: RequestStatus;
  decidedBy: string | null;
  decidedAt: Date | null;
  decisionNote: string | null;
  intentId: string | null;
  orderId: string | null;
  spentFen: bigint | null;
  endedAt: Date | null;
}

const stamps = ({ createdAt, updatedAt, version }: Stored) => ({
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  version,
});

export const presentSupplier = (supplier: StoredSupplier): SupplierView => ({
  id: supplier.id,
  name: supplier.name,
  platform: supplier.platform,
  shopUrl: supplier.shopUrl,
  ...(supplier.contactName !== null && { contactName: supplier.contactName }),
  ...(supplier.contactPhone !== null && { contactPhone: supplier.contactPhone }),
  status: supplier.status,
  ...stamps(supplier),
});

export const presentContract = (contract: StoredContract, now: Date): ContractView => ({
  id: contract.id,
  supplierId: contract.supplierId,
  title: contract.title,
  validFrom: contract.validFrom,
  validTo: contract.validTo,
  status: contractStatusAt(contract, now),
  ...(contract.maxAmountFen !== null && { maxAmount: fenToYuan(contract.maxAmountFen) }),
  lines: contract.lines.map(({ productUrl, maxUnitPriceFen, maxQuantity }) => ({
    productUrl,
    maxUnitPrice: fenToYuan(maxUnitPriceFen),
    ...(maxQuantity !== null && { maxQuantity }),
  })),
  reserved: fenToYuan(contract.reservedFen),
  spent: fenToYuan(contract.spentFen),
  ...stamps(contract),
});

export const presentRequest = (request: StoredRequest): PurchaseRequestView => ({
  ...presentRecordedRequest(request),
  ...presentRecipient(request),
  ...(request.remarks !== null && { remarks: request.remarks }),
  justification: request.justification,
  ...(request.decisionNote !== null && { decisionNote: request.decisionNote }),
});

/** What the record of changes keeps of a request: it can never be overwritten, so nobody's data is in it. */
export const presentRecordedRequest = (request: StoredRequest) => ({
  id: request.id,
  status: request.status,
  requestedBy: request.requestedBy,
  platform: request.platform,
  productUrl: request.productUrl,
  title: request.title,
  price: fenToYuan(request.priceFen),
  quantity: request.quantity,
  totalAmount: fenToYuan(request.totalFen),
  ...(request.supplierId !== null && { supplierId: request.supplierId }),
  ...(request.contractId !== null && { contractId: request.contractId }),
  ...(request.decidedBy !== null && { decidedBy: request.decidedBy }),
  ...(request.decidedAt !== null && { decidedAt: request.decidedAt.toISOString() }),
  ...(request.intentId !== null && { intentId: request.intentId }),
  ...(request.orderId !== null && { orderId: request.orderId }),
  ...stamps(request),
});
