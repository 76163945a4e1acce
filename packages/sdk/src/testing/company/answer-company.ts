import type { BearerMetadata } from '@procurement-intents/contract/bearer';
import { type Answer, type CommonHeaders, JSON_TYPE } from '../calls/answer.ts';
import type { IncomingRequest } from '../calls/incoming-request.ts';
import { checkParts, readBody } from '../calls/read-request.ts';
import { admitBearer, type BearerParts } from './admit-bearer.ts';
import type { CompanyAnswer, CompanyContext } from './company-operation.ts';
import {
  BEARER_OPERATIONS,
  type CompanyId,
  companyRoute,
  isOpen,
  OPEN_OPERATIONS,
} from './company-operations.ts';

interface Parts extends CompanyContext, BearerParts {
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
  const { holder, body } =
    metadata.auth === 'bearer'
      ? await admitBearer(parts, { request, common }, metadata)
      : { holder: null, body: readBody(request, metadata.body) };
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

function render({ status, headers, body, text }: CompanyAnswer, common: CommonHeaders): Answer {
  const all = { ...common, ...headers };
  if (text) return { status, headers: { 'Content-Type': text.type, ...all }, body: text.text };
  if (body === undefined) return { status, headers: all, body: null };
  return { status, headers: { ...JSON_TYPE, ...all }, body: JSON.stringify(body) };
}
