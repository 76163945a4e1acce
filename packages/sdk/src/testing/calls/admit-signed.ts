import { type OperationId, type SignedMetadata, SIGNING_HEADERS } from '@procurement-intents/contract';
import {
  type AdmissionHost,
  admitBySteps,
  ApiError,
  checkPermission,
  SIGNED_ADMISSION,
  type SignedStep,
  weigh,
} from '@procurement-intents/domain';
import type { TestApp, TestClock } from '../types.ts';
import type { CommonHeaders } from './answer.ts';
import { checkSignature, checkTimestamp } from './authenticate.ts';
import type { IncomingRequest } from './incoming-request.ts';
import type { RateCounter } from './rate-counter.ts';
import { readBody } from './read-request.ts';

/** The parts of the service that admit a call. */
export interface AdmissionParts {
  apps: ReadonlyMap<string, TestApp>;
  counter: RateCounter;
  clock: TestClock;
}

/** A signed call, and what the steps find out about it. */
interface SignedCall {
  parts: AdmissionParts;
  request: IncomingRequest;
  operation: OperationId;
  /** Gets the headers of the rate limit. */
  common: CommonHeaders;
  app: TestApp | undefined;
  isOverRate: boolean;
  body: unknown;
}

const appOf = ({ app }: SignedCall): TestApp => {
  if (!app) throw new ApiError('APP_UNKNOWN');
  return app;
};

const nowMsOf = ({ parts }: SignedCall): number => parts.clock.now().getTime();

/** What each step of an admission does in memory, where Apps have no allow lists. */
const STEPS: AdmissionHost<SignedStep, SignedCall, SignedMetadata> = {
  limitFailures(call) {
    const { apps, counter } = call.parts;
    if (!apps.has(call.request.headers.get(SIGNING_HEADERS.appId) ?? ''))
      counter.checkAuthFailures(nowMsOf(call));
  },
  findApp(call) {
    call.app = call.parts.apps.get(call.request.headers.get(SIGNING_HEADERS.appId) ?? '');
  },
  checkApp: (call) => void appOf(call),
  checkTimestamp: (call) => checkTimestamp(call.request, nowMsOf(call)),
  readBody({ request }, { body }) {
    if (body === 'none' && request.body.length > 0) throw new ApiError('BODY_MALFORMED');
  },
  checkSignature: (call) => checkSignature(call.request, appOf(call)),
  countFailure: (call) => call.parts.counter.consumeAuthFailure(nowMsOf(call)),
  count(call, metadata) {
    const weight = weigh(call.operation, ({ request }, { body }) => readBody(request, body), call, metadata);
    const { counter } = call.parts;
    const counted = counter.consume(appOf(call).appId, metadata.rateLimit, nowMsOf(call), weight);
    Object.assign(call.common, counted.headers);
    call.isOverRate = counted.isOver;
  },
  checkAddress: () => undefined,
  checkPermission: (call, metadata) => checkPermission(appOf(call), metadata),
  checkRate({ isOverRate }) {
    if (isOverRate) throw new ApiError('RATE_LIMITED');
  },
  parseBody(call, { body }) {
    call.body = readBody(call.request, body);
  },
};

/** The App of a signed call that may be made, and the parsed body. @throws ApiError as the service, in its order. */
export async function admitSigned(
  parts: AdmissionParts,
  given: Pick<SignedCall, 'request' | 'operation' | 'common'>,
  metadata: SignedMetadata,
): Promise<{ app: TestApp; body: unknown }> {
  const call: SignedCall = { parts, ...given, app: undefined, isOverRate: false, body: undefined };
  await admitBySteps(SIGNED_ADMISSION, STEPS, call, metadata);
  return { app: appOf(call), body: call.body };
}
