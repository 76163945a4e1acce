import type { FieldProblem } from '../errors.ts';
import { fenToYuan } from '../money.ts';
import { type ContractTerm, isContractValid } from './contract-status.ts';
import { productKeyOf } from './shop-key.ts';

/** One product that a contract covers. Amounts in fen. */
export interface ContractLine {
  productUrl: string;
  maxUnitPriceFen: bigint;
  /** The most pieces of all requests together; null: as many as the amount allows. */
  maxQuantity: number | null;
}

/** What a request is held to. Amounts in fen. */
export interface ContractTerms extends ContractTerm {
  supplierId: string;
  /** The most of all requests together; null: no ceiling. */
  maxAmountFen: bigint | null;
  lines: readonly ContractLine[];
}

/** What the approved requests of a contract have taken of it. */
export interface ContractUsage {
  /** Reserved and spent, in fen. */
  usedFen: bigint;
  /** Reserved and bought pieces of the request's product. */
  usedPieces: number;
}

/** The part of a purchase that a contract limits. Amounts in fen. */
export interface CoveredPurchase {
  productUrl: string;
  priceFen: bigint;
  quantity: number;
  totalFen: bigint;
}

/** The line for a product; null when the contract does not cover it. */
export function contractLineOf(lines: readonly ContractLine[], productUrl: string): ContractLine | null {
  const key = productKeyOf(productUrl);
  return key === null ? null : (lines.find((line) => productKeyOf(line.productUrl) === key) ?? null);
}

/**
 * What a contract does not allow of a purchase: nothing, or every field that goes beyond it. `usage` is of all other
 * requests; the host reads it while no other request can be approved.
 */
export function contractProblems(
  purchase: CoveredPurchase,
  contract: ContractTerms,
  usage: ContractUsage,
  now: Date,
): FieldProblem[] {
  if (!isContractValid(contract, now)) return [{ field: 'contractId', issue: { rule: 'contractInvalid' } }];
  const line = contractLineOf(contract.lines, purchase.productUrl);
  if (!line) return [{ field: 'productUrl', issue: { rule: 'notInContract' } }];
  return [
    ...priceProblems(purchase, line),
    ...quantityProblems(purchase, line, usage),
    ...amountProblems(purchase, contract, usage),
  ];
}

function priceProblems({ priceFen }: CoveredPurchase, { maxUnitPriceFen }: ContractLine): FieldProblem[] {
  if (priceFen <= maxUnitPriceFen) return [];
  return [{ field: 'price', issue: { rule: 'contractPrice', max: fenToYuan(maxUnitPriceFen) } }];
}

function quantityProblems(
  { quantity }: CoveredPurchase,
  { maxQuantity }: ContractLine,
  { usedPieces }: ContractUsage,
): FieldProblem[] {
  if (maxQuantity === null || usedPieces + quantity <= maxQuantity) return [];
  const max = Math.max(0, maxQuantity - usedPieces);
  return [{ field: 'quantity', issue: { rule: 'contractQuantity', max } }];
}

function amountProblems(
  { totalFen }: CoveredPurchase,
  { maxAmountFen }: ContractTerms,
  { usedFen }: ContractUsage,
): FieldProblem[] {
  if (maxAmountFen === null || usedFen + totalFen <= maxAmountFen) return [];
  // A platform may have charged more than was agreed, so that less than nothing is left.
  const leftFen = maxAmountFen > usedFen ? maxAmountFen - usedFen : 0n;
  return [{ field: 'totalAmount', issue: { rule: 'contractAmount', max: fenToYuan(leftFen) } }];
}

/** The products that a contract names twice, by the index of the second line. */
export function repeatedLines(lines: readonly Pick<ContractLine, 'productUrl'>[]): number[] {
  const seen = new Set<string | null>();
  return lines.flatMap(({ productUrl }, index) => {
    const key = productKeyOf(productUrl);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [index];
  });
}
