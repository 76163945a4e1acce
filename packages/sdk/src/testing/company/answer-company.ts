import type { BearerMetadata, Scope } from '@procurement-intents/contract/bearer';
import { ApiError } from '@procurement-intents/domain';
import {
  type BearerCaller,
  BearerError,
  checkScope,
  readCredential,
  refusedCredential,
} from '@procurement-intents/domain/bearer';
import { type Answer, type CommonHeaders, JSON_TYPE } from '../calls/answer.ts';
import type { IncomingRequest } from '../calls/incoming-request.ts';
import type { RateCounter } from '../calls/rate-counter.ts';
import { checkParts, readBody } from '../calls/read-request.ts';
import type { CompanyAnswer, CompanyContext } from './company-operation.ts';
import {
  BEARER_OPERATIONS,
  type CompanyId,
  companyRoute,
  isOpen,
  OPEN_OPERATIONS,
} from './company-operations.ts';

interface Parts extends CompanyContext {
  counter: RateCounter;
  runDue(): void;
}

/** Answers a call of the company's side. Adds the headers of the rate limit to `common`. */
export async function answerCompany(
  parts: Parts,
  request: IncomingRequest,
  { operation, id }: { operation: CompanyId; id: string },
  common: CommonHeaders,
): Promise<Answer> {
  const route = companyRoute(operation);
  const metadata = route.metadata as BearerMetadata | { auth: 'none'; body: 'form' };
  const holder = metadata.auth === 'bearer' ? admit(parts, request, metadata.scope, common) : null;
  const body = readBody(request, metadata.body);
  const checked = checkParts(route, request, body);
  parts.runDue();
  const { headers, origin } = request;
  const call = { id, ...checked, headers, origin };
  const answer =
    isOpen(operation) || holder === null
      ? OPEN_OPERATIONS[operation as keyof typeof OPEN_OPERATIONS](parts, call)
      : BEARER_OPERATIONS[operation](parts, { ...call, operation, holder });
  return render(await answer, common);
}

/** Makes the checks of the service in their order: the credential, its limit, its scope. */
function admit(
  { members, counter, clock }: Parts,
  { headers }: IncomingRequest,
  scope: Scope | null,
  common: CommonHeaders,
): BearerCaller {
  const nowMs = clock.now().getTime();
  const credential = readCredential(headers.get('authorization'));
  if (credential === null) {
    counter.consumeAuthFailure(nowMs);
    throw new BearerError('unauthorized');
  }
  const found = members.find(credential);
  if (found.state !== 'valid') {
    counter.consumeAuthFailure(nowMs);
    throw refusedCredential(found.state);
  }
  const { caller } = found;
  const counted = counter.consumeBearer(caller.credentialId, nowMs);
  Object.assign(common, counted.headers);
  checkScope(caller, scope);
  if (counted.isOver) throw new ApiError('RATE_LIMITED');
  return caller;
}

function render({ status, headers, body, text }: CompanyAnswer, common: CommonHeaders): Answer {
  const all = { ...common, ...headers };
  if (text) return { status, headers: { 'Content-Type': text.type, ...all }, body: text.text };
  if (body === undefined) return { status, headers: all, body: null };
  return { status, headers: { ...JSON_TYPE, ...all }, body: JSON.stringify(body) };
}
