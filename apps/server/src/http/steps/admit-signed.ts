import { SIGNING_HEADERS } from '@procurement-intents/contract';
import {
  type AdmissionHost,
  checkPermission,
  type RepeatedSignedStep,
  type SignedStep,
  type StepHost,
  weigh,
} from '@procurement-intents/domain';
import { addressKey } from '../../address-key.ts';
import { checkAllowList } from '../../auth/allow-list.ts';
import type { RateLimiter } from '../../auth/rate-limit/rate-limiter.ts';
import {
  checkTimestamp,
  findApp,
  isSignedBy,
  requireApp,
  SIGNATURE_INVALID,
} from '../../auth/signed/check-signed-request.ts';
import type { AppDirectory } from '../../client-apps/app-directory.ts';
import type { Clock } from '../../clock.ts';
import type { UnsentAnswers } from '../../fair-share/unsent-answers.ts';
import { readBody } from '../body/read-body.ts';
import { NO_BODY } from '../body/request-body.ts';
import type { UnadmittedThrottle } from '../connections/throttle-unadmitted.ts';
import type { MetadataOf } from '../operations.ts';
import type { RequestContext } from '../request-context.ts';
import { checkRate } from './check-rate.ts';
import { countSigned } from './count-call.ts';
import { parseBody } from './parse-body.ts';

export interface SignedAuthentication {
  apps: AppDirectory;
  clock: Clock;
  limiter: RateLimiter;
}

interface SignedDeps extends SignedAuthentication {
  throttle: UnadmittedThrottle;
  unsent: UnsentAnswers;
}

/** What the steps do that a long answer repeats: they know no more than who is named, which may have changed since. */
export const repeatedSignedSteps = ({
  apps,
}: Pick<SignedAuthentication, 'apps'>): StepHost<
  RepeatedSignedStep,
  Pick<RequestContext, 'req' | 'ip' | 'namedApp'>,
  MetadataOf<'signed'>
> => ({
  async findApp(request) {
    request.namedApp = (await findApp(request.req, apps)) ?? undefined;
  },
  checkApp: ({ req, namedApp }) => void requireApp(req, namedApp),
  checkAddress: ({ req, namedApp, ip }) => checkAllowList(requireApp(req, namedApp), ip),
  checkPermission: ({ req, namedApp }, metadata) => checkPermission(requireApp(req, namedApp), metadata),
});

/** What each step of the admission of a signed call does here. */
export function signedSteps({
  apps,
  clock,
  limiter,
  throttle,
  unsent,
}: SignedDeps): AdmissionHost<SignedStep, RequestContext, MetadataOf<'signed'>> {
  return {
    ...repeatedSignedSteps({ apps }),
    limitFailures({ req, ip }) {
      // An unknown App id costs a query. A known App is served whatever others do from the same address.
      if (apps.isKnown(req.get(SIGNING_HEADERS.appId) ?? '')) return undefined;
      return limiter.checkAuthFailures(addressKey(ip));
    },
    checkTimestamp: ({ req }) => checkTimestamp(req, clock),
    async readBody(request, { body }) {
      request.rawBody = await readBody(request, body);
    },
    checkSignature(request) {
      const { req, rawBody } = request;
      const app = requireApp(req, request.namedApp);
      if (isSignedBy(app, req, rawBody, clock.now())) {
        request.app = app;
        return;
      }
      if (rawBody.length > 0) req.incomingBody.discard();
      request.rawBody = NO_BODY;
      throw SIGNATURE_INVALID;
    },
    countFailure: ({ ip }) => limiter.consumeAuthFailure(addressKey(ip)),
    async count(request, metadata) {
      const weight = weigh(request.operation?.id ?? '', parseEarly, request, metadata);
      request.isOverRate = (await countSigned(request, limiter, metadata.rateLimit, weight)).isOver;
      if (!request.isOverRate) throttle.admit(request, request.caller.id);
    },
    checkRate: (request) => checkRate(request, request.caller.id, unsent),
    parseBody(request, { body }) {
      request.body ??= parseBody(request, body);
    },
  };
}

/** Parses the body of a call that is weighed by it. */
const parseEarly = (request: RequestContext, { body }: MetadataOf<'signed'>): unknown =>
  (request.body = parseBody(request, body));
