import { isWeighed, weightOf } from '@procurement-intents/domain';
import { RATE_LIMITED } from '../../fair-share/rate-limited.ts';
import type { UnsentAnswers } from '../../fair-share/unsent-answers.ts';
import { readBody } from '../body/read-body.ts';
import type { UnadmittedThrottle } from '../connections/throttle-unadmitted.ts';
import type { Operation } from '../operations.ts';
import type { RequestContext } from '../request-context.ts';
import { authenticateBearer, type BearerAuthentication } from './authenticate-bearer.ts';
import { authenticateSigned, type SignedAuthentication } from './authenticate-signed.ts';
import { checkApp, checkHolder, type MetadataOf } from './check-caller.ts';
import { countBearer, countSigned } from './count-call.ts';
import { parseBody } from './parse-body.ts';

export type AdmissionDeps = SignedAuthentication &
  BearerAuthentication & {
    throttle: UnadmittedThrottle;
    unsent: UnsentAnswers;
  };

/** Authenticates the caller, checks its limits and permissions, and parses the body. */
export async function admit(
  request: RequestContext,
  operation: Operation,
  deps: AdmissionDeps,
): Promise<void> {
  const { metadata } = operation;
  if (metadata.auth === 'signed') return admitSigned(request, metadata, deps);
  if (metadata.auth === 'bearer') return admitBearer(request, metadata, deps);
  // A new kind of caller does not compile here, so that none is let in unasked.
  const open = metadata satisfies { auth: 'none' };
  const body = 'body' in open ? open.body : 'none';
  request.rawBody = await readBody(request, body);
  request.body = parseBody(request, body);
}

async function admitSigned(
  request: RequestContext,
  metadata: MetadataOf<'signed'>,
  deps: AdmissionDeps,
): Promise<void> {
  await authenticateSigned(request, deps, metadata.body);
  // Counted before the allow list and the permission are checked, so that their refusals have the rate limit headers.
  // The rate limit itself refuses last, in the documented order.
  const weight = weigh(request, metadata.body);
  const { isOver } = await countSigned(request, deps.limiter, metadata.rateLimit, weight);
  if (!isOver) deps.throttle.admit(request, request.caller.id);
  checkApp(request.caller, request.ip, metadata);
  if (isOver || mustReadFirst(request, request.caller.id, deps)) throw RATE_LIMITED;
  request.body ??= parseBody(request, metadata.body);
}

/** How often the call counts. A body that cannot be parsed counts once, and is refused after all other checks. */
function weigh(request: RequestContext, body: MetadataOf<'signed'>['body']): number {
  const { operation } = request;
  if (!operation || !isWeighed(operation.id)) return 1;
  try {
    request.body = parseBody(request, body);
    return weightOf(operation.id, request.body);
  } catch {
    return 1;
  }
}

/** The same checks in the same order for a bearer credential, which covers no body: it is read last. */
async function admitBearer(
  request: RequestContext,
  metadata: MetadataOf<'bearer'>,
  deps: AdmissionDeps,
): Promise<void> {
  const caller = await authenticateBearer(request, deps);
  const { isOver } = await countBearer(request, deps.limiter);
  if (!isOver) deps.throttle.admit(request, caller.credentialId);
  checkHolder(caller, request.ip, metadata);
  if (isOver || mustReadFirst(request, caller.id, deps)) throw RATE_LIMITED;
  deps.credentials.used(caller);
  request.rawBody = await readBody(request, metadata.body);
  request.body = parseBody(request, metadata.body);
}

/** A caller that leaves its answers unread may buy and cancel, and reads no more. */
const mustReadFirst = ({ req }: RequestContext, callerId: string, { unsent }: AdmissionDeps): boolean =>
  req.method === 'GET' && unsent.isOver(callerId);
