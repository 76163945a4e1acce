import { unquote } from '@procurement-intents/domain/signing-mistakes';
import { isAppIdLost, isTimestampLost } from './check-headers.ts';
import { fail, ok, type Finding } from './finding.ts';
import { isSignatureAccepted, probe, readCall, type Answer, type Target, type Variation } from './probe.ts';

const PASS_HEADERS =
  'A proxy or gateway on the way drops or changes headers. Let X-App-Id, X-Timestamp and X-Signature pass as they are.';

/** Sends a signed read and explains the response. @returns the response too, for the later checks. */
export async function checkSignature(target: Target): Promise<{ finding: Finding; answer: Answer }> {
  const answer = await probe(target, readCall);
  if (isSignatureAccepted(answer)) return { finding: ok('signature', 'accepted'), answer };
  return { finding: await explainRefusal(target, answer), answer };
}

async function explainRefusal(target: Target, { name, code, message, requestId }: Answer): Promise<Finding> {
  const refused = (detail: string, advice: string) => fail('signature', detail, { advice, requestId });
  switch (name) {
    case 'SIGNATURE_INVALID':
      return refused(`refused (${code}): the signature does not fit`, await findCause(target));
    case 'TIMESTAMP_INVALID':
      if (await isTimestampLost(target))
        return refused(`refused (${code}): X-Timestamp does not arrive`, PASS_HEADERS);
      return refused(
        `refused (${code}): the timestamp is out of range`,
        'Set the clock of this machine. If it is right, a proxy answers /api/v1/health from a cache, or the service has a wrong clock.',
      );
    case 'APP_UNKNOWN':
      if (await isAppIdLost(target))
        return refused(
          `refused (${code}): X-App-Id seems not to arrive`,
          `${PASS_HEADERS} If they do, the App is of another environment (test, production), or disabled.`,
        );
      return refused(
        `refused (${code}): the service does not know this App id`,
        'Is the App of another environment (test, production)? A disabled App is answered the same.',
      );
    case 'HTTPS_REQUIRED':
      return refused(
        `refused (${code}): the request did not arrive over https`,
        'Use the https address; a proxy that ends TLS has to send X-Forwarded-Proto and be trusted by the service.',
      );
    case 'RATE_LIMITED':
      return refused(
        `refused (${code}): too many requests`,
        'Wait a second and run this again. Many failed signatures from one address are refused this way too.',
      );
    default:
      return refused(`${code || 'no answer'}: ${message}`, 'Try again; quote the request id if it stays.');
  }
}

/** Repeats the read with one change at a time. The change that the service accepts is the cause. */
async function findCause(target: Target): Promise<string> {
  for (const { variation, advice } of secretVariations(target)) {
    if (isSignatureAccepted(await probe(target, readCall, variation))) return advice;
  }
  const { proxy } = target;
  const signs =
    proxy === null
      ? 'No proxy shows on the way, so most likely it is the secret.'
      : `A proxy is on the way (${proxy}): first let it pass X-Signature, or run this past it.`;
  return (
    'Two causes are answered the same: the secret is of another App or environment, was rotated or is not complete; ' +
    `or a proxy drops X-Signature. ${signs} ` +
    'An administrator can find out by `POST /v1/apps/{id}/check-signature`, before a new secret is issued.'
  );
}

function secretVariations({ values }: Target): { variation: Variation; advice: string }[] {
  const { appSecret } = values;
  const trimmed = appSecret.trim();
  const bare = unquote(trimmed);
  return [
    ...(trimmed === appSecret
      ? []
      : [
          {
            variation: { appSecret: trimmed },
            advice:
              'The secret has white space or a newline around it; without, the service accepts it. Set it with printf %s, not with echo.',
          },
        ]),
    ...(bare === trimmed
      ? []
      : [
          {
            variation: { appSecret: bare },
            advice:
              'The secret stands in quotes; without them, the service accepts it. Env files of some tools keep quotes.',
          },
        ]),
  ];
}
