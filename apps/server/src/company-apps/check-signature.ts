import { createHmac, timingSafeEqual } from 'node:crypto';
import { APP_ID_PATTERN, signingPrefix } from '@procurement-intents/contract';
import type { CheckSignatureInput, SignatureCheckView } from '@procurement-intents/contract/company';
import { explainFaults, explainMistakes, type SecretDiagnosis } from '@procurement-intents/domain';
import { found } from '@procurement-intents/domain/bearer';
import { diagnosisSteps } from '@procurement-intents/domain/diagnose-signature';
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
    ...explainMistakes(await diagnose(input, secrets)),
    expectedText,
    faults: explainFaults(
      { ...input, body: Buffer.from(body) },
      { isDisabled: app.disabledAt !== null },
      now.getTime(),
    ),
    ...compareTexts(input, expectedText, active),
  };
}

interface KnownSecret {
  secret: string;
  isEnded: boolean;
}

async function diagnose(
  { method, path, timestamp, signature, body = '' }: CheckSignatureInput,
  secrets: readonly KnownSecret[],
): Promise<SecretDiagnosis[]> {
  const parts = { method, path, timestamp, body: Buffer.from(body) };
  const options = { signature, maxBytesForPairs: MAX_BYTES_FOR_PAIRS };
  const diagnoses: SecretDiagnosis[] = [];
  for (const { secret, isEnded } of secrets) {
    const diagnosis = await inTurns(diagnosisSteps(parts, { ...options, secret }));
    diagnoses.push({ ...diagnosis, isEnded });
  }
  return diagnoses;
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
