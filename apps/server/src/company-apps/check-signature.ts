import { createHmac, timingSafeEqual } from 'node:crypto';
import { APP_ID_PATTERN, signingPrefix } from '@procurement-intents/contract';
import type { CheckSignatureInput, SignatureCheckView } from '@procurement-intents/contract/company';
import { type SignedFault, signedFaultsOf } from '@procurement-intents/domain';
import { found } from '@procurement-intents/domain/bearer';
import { diagnosisSteps, type SignatureDiagnosis } from '@procurement-intents/domain/diagnose-signature';
import type { MinuteLimit } from '../auth/bearer/minute-limit.ts';
import type { AppsDeps } from '../client-apps/manage-apps.ts';
import { inTurns } from '../fair-share/in-turns.ts';

/** The dependencies of a check. */
export interface CheckContext {
  apps: AppsDeps;
  limit: MinuteLimit;
}

// Two mistakes at once, of a body of this size, take 40 to 65 ms for each secret, and other calls go on between them.
const MAX_BYTES_FOR_PAIRS = 2048;

/**
 * Says what the service would sign, and which known mistake explains a signature. Signatures are compared here, in
 * constant time, and none is answered; who asks learns whether a signature of 256 bits is right, as from a signed call.
 *
 * @throws BearerError `not_found` for an unknown App; `rate_limited` after too many checks of the credential.
 */
export async function checkAppSignature(
  { apps, limit }: CheckContext,
  { id, credentialId }: { id: string; credentialId: string },
  input: CheckSignatureInput,
): Promise<SignatureCheckView> {
  await limit(credentialId);
  const app = found(APP_ID_PATTERN.test(id) ? await apps.store.find(id) : null);
  const now = apps.clock.now();
  const secrets = app.secrets.map(({ ciphertext, expiresAt }) => ({
    secret: apps.secretBox.open(ciphertext, app.id),
    isEnded: expiresAt !== null && expiresAt <= now,
  }));
  const { method, path, timestamp, body = '' } = input;
  const expectedText = signingPrefix(method, path, timestamp) + body;
  const active = secrets.filter(({ isEnded }) => !isEnded);
  return {
    ...(await diagnose(input, secrets)),
    expectedText,
    faults: faultsOf(input, { now, isDisabled: app.disabledAt !== null }),
    ...compareTexts(input, expectedText, active),
  };
}

const FAULT_TEXTS: Record<SignedFault, string> = {
  timestamp:
    'X-Timestamp must be 13 digits, Unix milliseconds, at most 5 minutes from the time of the service when the request arrives.',
  path: 'The path must begin with one / and have only characters of RFC 3986.',
  signature: 'X-Signature must be 64 hex digits.',
  bodyOfMethod: '{method} takes no body.',
  body: 'The body must be a JSON object whose first character is {.',
};

interface KnownSecret {
  secret: string;
  isEnded: boolean;
}

const ENDED = 'a secret that is no longer valid since the last rotation';

async function diagnose(
  { method, path, timestamp, signature, body = '' }: CheckSignatureInput,
  secrets: readonly KnownSecret[],
): Promise<SignatureDiagnosis> {
  const parts = { method, path, timestamp, body: Buffer.from(body) };
  const options = { signature, maxBytesForPairs: MAX_BYTES_FOR_PAIRS };
  const diagnoses: SignatureDiagnosis[] = [];
  for (const { secret, isEnded } of secrets) {
    const { isValid, mistakes } = await inTurns(diagnosisSteps(parts, { ...options, secret }));
    const isExplained = isValid || mistakes.length > 0;
    diagnoses.push(
      isEnded && isExplained ? { isValid: false, mistakes: [...mistakes, ENDED] } : { isValid, mistakes },
    );
  }
  const best =
    diagnoses.find(({ isValid }) => isValid) ??
    diagnoses
      .filter(({ mistakes }) => mistakes.length > 0)
      .sort((a, b) => a.mistakes.length - b.mistakes.length)[0];
  const { isValid, mistakes } = best ?? { isValid: false, mistakes: [] };
  return { isValid, mistakes: mistakes.map((label) => `The signature was made with ${label}.`) };
}

/** Whether text or secret is another one, where the caller shows the text that was signed. */
function compareTexts(
  { signedText, signature }: CheckSignatureInput,
  expectedText: string,
  secrets: readonly KnownSecret[],
): Pick<SignatureCheckView, 'isSecretRight' | 'differsAt'> {
  if (signedText === undefined) return {};
  const given = Buffer.from(signature.trim(), 'hex');
  const isSecretRight = secrets.map(({ secret }) => {
    const expected = createHmac('sha256', secret).update(signedText).digest();
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return {
    isSecretRight: isSecretRight.includes(true),
    ...(signedText !== expectedText && { differsAt: firstDifference(signedText, expectedText) }),
  };
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** Why the service refuses the request whatever its signature. */
function faultsOf(
  { method, body = '', ...parts }: CheckSignatureInput,
  { now, isDisabled }: { now: Date; isDisabled: boolean },
): string[] {
  const faults = signedFaultsOf({ ...parts, method, body: Buffer.from(body) }, now.getTime());
  return [
    ...(isDisabled ? ['The App is disabled.'] : []),
    ...faults.map((fault) => FAULT_TEXTS[fault].replace('{method}', method.toUpperCase())),
  ];
}
