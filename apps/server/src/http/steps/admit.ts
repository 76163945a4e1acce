import { admitBySteps, SIGNED_ADMISSION } from '@procurement-intents/domain';
import { BEARER_ADMISSION } from '@procurement-intents/domain/bearer';
import type { UnsentAnswers } from '../../fair-share/unsent-answers.ts';
import { readBody } from '../body/read-body.ts';
import type { UnadmittedThrottle } from '../connections/throttle-unadmitted.ts';
import type { Operation } from '../operations.ts';
import type { RequestContext } from '../request-context.ts';
import { type BearerAuthentication, bearerSteps } from './admit-bearer.ts';
import { type SignedAuthentication, signedSteps } from './admit-signed.ts';
import { parseBody } from './parse-body.ts';

export type AdmissionDeps = SignedAuthentication &
  BearerAuthentication & {
    throttle: UnadmittedThrottle;
    unsent: UnsentAnswers;
  };

/** Authenticates the caller of a request, checks its limits and permissions, and parses the body. */
export type Admit = (request: RequestContext, operation: Operation) => Promise<void>;

/** Makes the functions of all steps once: a call makes none of its own. */
export function createAdmission(deps: AdmissionDeps): Admit {
  const signed = signedSteps(deps);
  const bearer = bearerSteps(deps);
  return (request, { metadata }) => {
    if (metadata.auth === 'signed') return admitBySteps(SIGNED_ADMISSION, signed, request, metadata);
    if (metadata.auth === 'bearer') return admitBySteps(BEARER_ADMISSION, bearer, request, metadata);
    // A new kind of caller does not compile here, so that none is let in unasked.
    return admitOpen(request, metadata satisfies { auth: 'none' });
  };
}

async function admitOpen(
  request: RequestContext,
  metadata: Extract<Operation['metadata'], { auth: 'none' }>,
): Promise<void> {
  const body = 'body' in metadata ? metadata.body : 'none';
  request.rawBody = await readBody(request, body);
  request.body = parseBody(request, body);
}
