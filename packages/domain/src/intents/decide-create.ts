import type { CreateIntentInput } from '@procurement-intents/contract';
import { ValidationError } from '../errors.ts';
import { decideReplay, type KeyedIntent, type ReplayDecision, type SignedCreate } from './decide-replay.ts';
import { checkWriteAccess, mayWrite, type WriteAccess } from './write-access.ts';

/**
 * What a host has found at the address of a product. `unread`: only its page can tell more. The others refuse it: `notConnected`: this installation does not buy on the platform; `productUrl`: it is not an
 * address of the platform's product pages; `productPage`: the page is certainly no product; `supplierBlocked`: the company buys
 * nothing from its supplier.
 */
export type ProductFinding =
  'accepted' | 'unread' | 'notConnected' | 'productUrl' | 'productPage' | 'supplierBlocked';

/** What speaks for or against buying a product. */
export interface FoundProduct {
  /** Whether the company buys nothing from the supplier of the address. */
  isSupplierBlocked: boolean;
  finding: ProductFinding;
}

/** What speaks for or against a create that is no repetition. */
export interface CreateFacts extends FoundProduct {
  access: WriteAccess;
  /** The status that it gives the intent. */
  status: 'DRAFT' | 'SUBMITTED';
}

/** Whether a create has its page read: that of a draft is read when it is submitted, and only its address is checked now. */
export const isPageRead = ({ draft }: Pick<CreateIntentInput, 'draft'>): boolean => draft !== true;

/** @throws ValidationError (40001) for a finding that refuses the product. */
export function checkFinding(finding: ProductFinding): void {
  if (finding === 'accepted' || finding === 'unread') return;
  const field = finding === 'notConnected' ? 'platform' : 'productUrl';
  throw new ValidationError([{ field, issue: { rule: finding } }]);
}

/**
 * Refuses a product that nothing is bought of: by its supplier first, then by what was found at its address.
 *
 * @throws ValidationError (40001).
 */
export function checkProduct({ isSupplierBlocked, finding }: FoundProduct): void {
  checkFinding(isSupplierBlocked ? 'supplierBlocked' : finding);
}

/**
 * Whether {@link decideCreate} refuses nothing but a reused key or signature, which the insert itself finds taken: a host may
 * then write the intent without a look at what is stored.
 */
export const isInsertedAtOnce = (facts: CreateFacts): boolean =>
  facts.finding === 'accepted' && !facts.isSupplierBlocked && mayWrite(facts.access, facts);

/**
 * Decides a create. Of its answers the first one wins:
 *
 * 1. what is stored under its key and signature: the answer of an earlier create again, or a refusal (40901), whatever is
 *    known of the product by now;
 * 2. the access of the caller (40302);
 * 3. the supplier of the product, and then its platform, address and page (40001). A host that has not read the page decides
 *    without it, and checks its finding last, because that takes seconds.
 *
 * @throws ApiError `SIGNATURE_REUSED`, `IDEMPOTENCY_KEY_REUSED`, `PERMISSION_MISSING`; ValidationError for the product.
 */
export function decideCreate<Intent extends KeyedIntent>(
  create: { idempotencyKey: string; requestHash: string },
  stored: { signed: SignedCreate | null; keyed: Intent | null },
  facts: CreateFacts,
): ReplayDecision<Intent> {
  const decision = decideReplay(create, stored);
  if (decision.kind === 'first') {
    checkWriteAccess(facts.access, facts);
    checkProduct(facts);
  }
  return decision;
}
