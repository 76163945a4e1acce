import type { AdmissionStep, RepeatedStepOf, StepOf } from '../admit-by-steps.ts';

/** The steps of the admission of a call with a bearer credential, in the order of their refusals. */
export const BEARER_ADMISSION = [
  /** Before any limit: a valid credential is served whatever others do from the same address. */
  { name: 'findHolder', isRepeated: true },
  /** 401. */
  { name: 'checkCredential', isAuthentication: true, isRepeated: true },
  /** Before the next refusals, which then have the headers of the rate limit. */
  { name: 'count' },
  { name: 'checkAddress', isRepeated: true },
  { name: 'checkScope', isRepeated: true },
  /** 429 for a call that was one too many. */
  { name: 'checkRate' },
  /** The credential covers no body: it is read last. */
  { name: 'parseBody' },
] as const satisfies readonly AdmissionStep[];

export type BearerStep = StepOf<typeof BEARER_ADMISSION>;
export type RepeatedBearerStep = RepeatedStepOf<typeof BEARER_ADMISSION>;
