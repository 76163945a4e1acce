import {
  type BearerStep,
  checkScope,
  type RepeatedBearerStep,
  requireHolder,
} from '@procurement-intents/domain/bearer';
import type { AdmissionHost, StepHost } from '@procurement-intents/domain';
import { addressKey } from '../../address-key.ts';
import { checkAllowList } from '../../auth/allow-list.ts';
import type { RateLimiter } from '../../auth/rate-limit/rate-limiter.ts';
import type { UnsentAnswers } from '../../fair-share/unsent-answers.ts';
import { readBody } from '../body/read-body.ts';
import type { UnadmittedThrottle } from '../connections/throttle-unadmitted.ts';
import type { MetadataOf } from '../operations.ts';
import type { RequestContext } from '../request-context.ts';
import { checkRate } from './check-rate.ts';
import { countBearer } from './count-call.ts';
import { findHolder, type HolderDeps } from './find-holder.ts';
import { parseBody } from './parse-body.ts';

export interface BearerAuthentication extends HolderDeps {
  limiter: RateLimiter;
}

interface BearerDeps extends BearerAuthentication {
  throttle: UnadmittedThrottle;
  unsent: UnsentAnswers;
}

/** What the steps do that a long answer repeats: they know no more than the credential, which may have changed since. */
export const repeatedBearerSteps = (
  deps: HolderDeps,
): StepHost<
  RepeatedBearerStep,
  Pick<RequestContext, 'req' | 'ip' | 'credential' | 'foundHolder'>,
  MetadataOf<'bearer'>
> => ({
  async findHolder(request) {
    request.credential = await findHolder(request, deps);
  },
  checkCredential(request) {
    request.foundHolder = requireHolder(request.credential);
  },
  checkAddress: ({ credential, ip }) => checkAllowList(requireHolder(credential), ip),
  checkScope: ({ credential }, { scope }) => checkScope(requireHolder(credential), scope),
});

/**
 * What each step of the admission of a call with a bearer credential does here. A guess costs one indexed look-up, shared
 * with all that come at once.
 */
export function bearerSteps(
  deps: BearerDeps,
): AdmissionHost<BearerStep, RequestContext, MetadataOf<'bearer'>> {
  const { credentials, limiter, throttle, unsent } = deps;
  return {
    ...repeatedBearerSteps(deps),
    countFailure: ({ ip }) => limiter.consumeAuthFailure(addressKey(ip)),
    async count(request) {
      request.isOverRate = (await countBearer(request, limiter)).isOver;
      if (!request.isOverRate) throttle.admit(request, request.holder.credentialId);
    },
    checkRate: (request) => checkRate(request, request.holder.id, unsent),
    async parseBody(request, { body }) {
      credentials.used(request.holder);
      request.rawBody = await readBody(request, body);
      request.body = parseBody(request, body);
    },
  };
}
