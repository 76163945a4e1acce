import { LIMITS } from '@procurement-intents/contract';
import { type SignedFault, signedFaultsOf, type SignedRequest } from './check-signed-parts.ts';
import type { SignatureDiagnosis } from './diagnose-signature.ts';

const FAULT_TEXTS: Record<SignedFault, string> = {
  timestamp: `X-Timestamp must be 13 digits, Unix milliseconds, at most ${LIMITS.timestampSkewMs / 60_000} minutes from the time of the service when the request arrives.`,
  path: 'The path must begin with one / and have only characters of RFC 3986.',
  signature: 'X-Signature must be 64 hex digits.',
  bodyOfMethod: '{method} takes no body.',
  body: 'The body must be a JSON object whose first character is {.',
};

const ENDED = 'a secret that is no longer valid since the last rotation';

/** Why the service refuses a request of an App whatever its signature, in sentences. */
export function explainFaults(
  request: SignedRequest,
  { isDisabled }: { isDisabled: boolean },
  nowMs: number,
): string[] {
  const faults = signedFaultsOf(request, nowMs);
  return [
    ...(isDisabled ? ['The App is disabled.'] : []),
    ...faults.map((fault) => FAULT_TEXTS[fault].replace('{method}', request.method.toUpperCase())),
  ];
}

/** What a signature looks like under one secret of an App; `isEnded`: the secret is no longer valid. */
export interface SecretDiagnosis extends SignatureDiagnosis {
  isEnded: boolean;
}

/**
 * What a signature looks like under the secrets of an App: under the one that explains it with the fewest mistakes, in
 * sentences. A secret that is no longer valid is a mistake, too.
 */
export function explainMistakes(bySecret: readonly SecretDiagnosis[]): SignatureDiagnosis {
  const diagnoses = bySecret.map(({ isValid, mistakes, isEnded }) =>
    isEnded && (isValid || mistakes.length > 0)
      ? { isValid: false, mistakes: [...mistakes, ENDED] }
      : { isValid, mistakes },
  );
  const explained = diagnoses.filter(({ mistakes }) => mistakes.length > 0);
  const best =
    diagnoses.find(({ isValid }) => isValid) ??
    explained.toSorted((a, b) => a.mistakes.length - b.mistakes.length)[0];
  const { isValid, mistakes } = best ?? { isValid: false, mistakes: [] };
  return { isValid, mistakes: mistakes.map((label) => `The signature was made with ${label}.`) };
}
