import type { AdmissionStep, RepeatedStepOf, StepOf } from '../admit-by-steps.ts';

/** The steps of the admission of a signed call, in the order of their refusals. */
export const SIGNED_ADMISSION = [
  /** 42901 for an address with too many failed authentications. A call that names a known App costs little, and passes. */
  { name: 'limitFailures' },
  { name: 'findApp', isRepeated: true },
  /** 40103. */
  { name: 'checkApp', isAuthentication: true, isRepeated: true },
  /** 40102, without a look at the body. */
  { name: 'checkTimestamp', isAuthentication: true },
  /** The bytes, which the signature covers; 40003 for any on a route without a body. */
  { name: 'readBody' },
  /** 40101. */
  { name: 'checkSignature', isAuthentication: true },
  /** Counts the call, by its weight: before the next refusals, which then have the headers of the rate limit. */
  { name: 'count' },
  /** 40301. */
  { name: 'checkAddress', isRepeated: true },
  /** 40302. */
  { name: 'checkPermission', isRepeated: true },
  /** 42901 for a call that was one too many. */
  { name: 'checkRate' },
  /** 40003, 41501. */
  { name: 'parseBody' },
] as const satisfies readonly AdmissionStep[];

export type SignedStep = StepOf<typeof SIGNED_ADMISSION>;
export type RepeatedSignedStep = RepeatedStepOf<typeof SIGNED_ADMISSION>;
