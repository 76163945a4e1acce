import { type CreateIntentInput, isTotalWithinLimit, AMOUNTS } from '@procurement-intents/contract';
import type { CreateRequestInput, UpdateRequestInput } from '@procurement-intents/contract/procurement';
import { type FieldProblem, ValidationError } from '../errors.ts';
import { exactAmounts, fenToYuan } from '../money.ts';
import type { ContractTerms, ContractUsage } from './contract-ceilings.ts';
import { contractProblems } from './contract-ceilings.ts';
import type { StoredRequest, StoredSupplier } from './present-procurement.ts';

/** The fields of a request that its requester chooses. Amounts in fen. */
export type RequestContent = Pick<
  StoredRequest,
  | 'platform'
  | 'productUrl'
  | 'title'
  | 'priceFen'
  | 'quantity'
  | 'totalFen'
  | 'recipientName'
  | 'address'
  | 'phone'
  | 'remarks'
  | 'justification'
  | 'supplierId'
  | 'contractId'
>;

/** What a create asks for. */
export function createdContent(body: CreateRequestInput): RequestContent {
  const { price, quantity, ...rest } = body;
  return {
    ...rest,
    ...amountsOf(price, quantity),
    remarks: body.remarks ?? null,
    supplierId: body.supplierId ?? null,
    contractId: body.contractId ?? null,
  };
}

/**
 * What the request asks for after an update. Another product is another supplier's, unless the body names one.
 *
 * @throws ValidationError when the total becomes too large.
 */
export function updatedContent(request: RequestContent, body: UpdateRequestInput): RequestContent {
  const price = body.price ?? fenToYuan(request.priceFen);
  const isOtherProduct = body.productUrl !== undefined && body.productUrl !== request.productUrl;
  const supplierId = isOtherProduct ? null : request.supplierId;
  return {
    platform: body.platform ?? request.platform,
    productUrl: body.productUrl ?? request.productUrl,
    title: body.title ?? request.title,
    ...amountsOf(price, body.quantity ?? request.quantity),
    recipientName: body.recipientName ?? request.recipientName,
    address: body.address ?? request.address,
    phone: body.phone ?? request.phone,
    remarks: body.remarks === undefined ? request.remarks : body.remarks,
    justification: body.justification ?? request.justification,
    supplierId: body.supplierId === undefined ? supplierId : body.supplierId,
    contractId: body.contractId === undefined ? request.contractId : body.contractId,
  };
}

function amountsOf(price: number, quantity: number) {
  if (!isTotalWithinLimit(price, quantity)) {
    throw new ValidationError([
      { field: 'quantity', issue: { rule: 'totalTooLarge', max: AMOUNTS.totalMax } },
    ]);
  }
  return { quantity, ...exactAmounts(price, quantity) };
}

/** What a request refers to, as it is stored now. */
export interface RequestReferences {
  /** The supplier whose shop has the product. */
  supplier: Pick<StoredSupplier, 'id' | 'status'> | null;
  /** The contract that the request names; null when there is none of this id. */
  contract: ContractTerms | null;
  /** What other requests have taken of that contract. */
  usage: ContractUsage;
}

/** Everything that forbids to buy what is asked for now: nothing, or the fields with their problems. */
export function requestProblems(
  content: RequestContent,
  { supplier, contract, usage }: RequestReferences,
  now: Date,
): FieldProblem[] {
  return [
    ...supplierProblems(content, supplier),
    ...(content.contractId === null ? [] : ofContract(content, { supplier, contract, usage }, now)),
  ];
}

function supplierProblems(
  { supplierId }: RequestContent,
  supplier: RequestReferences['supplier'],
): FieldProblem[] {
  if (supplier?.status === 'BLOCKED') return [{ field: 'productUrl', issue: { rule: 'supplierBlocked' } }];
  if (supplierId === null || supplierId === supplier?.id) return [];
  return [{ field: 'supplierId', issue: { rule: 'supplierMismatch' } }];
}

function ofContract(
  content: RequestContent,
  { supplier, contract, usage }: RequestReferences,
  now: Date,
): FieldProblem[] {
  if (!contract) return [{ field: 'contractId', issue: { rule: 'unknownId' } }];
  if (contract.supplierId !== supplier?.id) {
    return [{ field: 'contractId', issue: { rule: 'supplierMismatch' } }];
  }
  return contractProblems(content, contract, usage, now);
}

/** The create of the intent that buys an approved request. */
export const intentOfRequest = (request: RequestContent & { requestedBy: string }): CreateIntentInput => ({
  userId: request.requestedBy,
  platform: request.platform,
  productUrl: request.productUrl,
  title: request.title,
  price: fenToYuan(request.priceFen),
  quantity: request.quantity,
  recipientName: request.recipientName,
  address: request.address,
  phone: request.phone,
  ...(request.remarks !== null && { remarks: request.remarks }),
});
