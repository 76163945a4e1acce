import type { BearerMetadata } from '@procurement-intents/contract/bearer';
import { type AdmissionHost, admitBySteps, ApiError } from '@procurement-intents/domain';
import {
  BEARER_ADMISSION,
  type Holder,
  type BearerStep,
  checkScope,
  type FoundCredential,
  readCredential,
  requireHolder,
} from '@procurement-intents/domain/bearer';
import type { CommonHeaders } from '../calls/answer.ts';
import type { IncomingRequest } from '../calls/incoming-request.ts';
import type { RateCounter } from '../calls/rate-counter.ts';
import { readBody } from '../calls/read-request.ts';
import type { CompanyContext } from './company-operation.ts';

type HolderMetadata = Extract<BearerMetadata, { auth: 'bearer' }>;

/** The parts of the service that admit a call with a bearer credential. */
export interface BearerParts extends Pick<CompanyContext, 'members' | 'clock'> {
  counter: RateCounter;
}

/** A call with a bearer credential, and what the steps find out about it. */
interface BearerCall {
  parts: BearerParts;
  request: IncomingRequest;
  /** Gets the headers of the rate limit. */
  common: CommonHeaders;
  /** Null without a credential. */
  found: FoundCredential | null;
  isOverRate: boolean;
  body: unknown;
}

const nowMsOf = ({ parts }: BearerCall): number => parts.clock.now().getTime();

/** What each step of an admission does in memory, where keys have no allow lists. */
const STEPS: AdmissionHost<BearerStep, BearerCall, HolderMetadata> = {
  findHolder(call) {
    const credential = readCredential(call.request.headers.get('authorization'));
    call.found = credential === null ? null : call.parts.members.find(credential);
  },
  checkCredential: ({ found }) => void requireHolder(found),
  countFailure: (call) => call.parts.counter.consumeAuthFailure(nowMsOf(call)),
  count(call) {
    const { credentialId } = requireHolder(call.found);
    const counted = call.parts.counter.consumeBearer(credentialId, nowMsOf(call));
    Object.assign(call.common, counted.headers);
    call.isOverRate = counted.isOver;
  },
  checkAddress: () => undefined,
  checkScope: ({ found }, { scope }) => checkScope(requireHolder(found), scope),
  checkRate({ isOverRate }) {
    if (isOverRate) throw new ApiError('RATE_LIMITED');
  },
  parseBody(call, { body }) {
    call.body = readBody(call.request, body);
  },
};

/** The holder of the credential of a call that may be made, and the parsed body. @throws as the service, in its order. */
export async function admitBearer(
  parts: BearerParts,
  given: Pick<BearerCall, 'request' | 'common'>,
  metadata: HolderMetadata,
): Promise<{ holder: Holder; body: unknown }> {
  const call: BearerCall = { parts, ...given, found: null, isOverRate: false, body: undefined };
  await admitBySteps(BEARER_ADMISSION, STEPS, call, metadata);
  return { holder: requireHolder(call.found), body: call.body };
}
