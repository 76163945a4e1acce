import { PROCUREMENT_APP_ID } from '@procurement-intents/contract/procurement';
import { found } from '@procurement-intents/domain/bearer';
import {
  approvalBy,
  decideApproval,
  intentOfRequest,
  mayCheckPage,
  type StoredRequest,
} from '@procurement-intents/domain/procurement';
import { checkProductPage } from '../platforms/page-check/check-product-page.ts';
import { retryTransient } from '../postgres/retry-transient.ts';
import { loadRequest, type RequestTarget, resolveAt } from './change-request.ts';
import { requestIntent } from './request-intent.ts';
import type { RequestsContext } from './requests-context.ts';

// Many approvals under one contract wait for each other, and each only for a moment.
const ATTEMPTS = { atMost: 8, pauseMs: 40 };

/**
 * Buys what was asked for. The page is checked first: a definite no refuses the approval, and the request stays PENDING.
 * Then request, reservation and intent are written together. Repeated by the same person, it buys nothing more.
 *
 * @throws ValidationError for what cannot be bought now; BearerError `forbidden`, `conflict`.
 */
export async function approveRequest(
  context: RequestsContext,
  target: RequestTarget,
  { note, signal }: { note: string | undefined; signal: AbortSignal },
): Promise<StoredRequest> {
  const request = await loadRequest(context, target.id);
  if (!mayCheckPage(request, target)) return request;
  const { platform, productUrl, version } = request;
  await checkProductPage(context.intents, { appId: PROCUREMENT_APP_ID, platform, productUrl }, signal);
  return retryTransient({ ...ATTEMPTS, caller: signal }, () =>
    approveNow(context, target, { note, version }),
  );
}

async function approveNow(
  { requests, intents, addIntent }: RequestsContext,
  { id, ifMatch, holder, actor }: RequestTarget,
  { note, version }: { note: string | undefined; version: number },
): Promise<StoredRequest> {
  const at = intents.clock.now();
  const approved = await requests.approve(
    id,
    { actor, at },
    {
      decide: (current, rights) => decideApproval(current, { holder, ifMatch, version }, rights),
      resolve: resolveAt(at),
      async buy(transaction, afterCommit, current) {
        const wanted = requestIntent(intents, id, intentOfRequest(current));
        if (!(await addIntent(transaction, afterCommit, wanted))) {
          throw new Error('the request has an intent that it does not name');
        }
        return approvalBy(holder, { note, at }, wanted.row.id);
      },
    },
  );
  return found(approved);
}
