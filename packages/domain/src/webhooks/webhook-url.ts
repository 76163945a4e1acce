import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import { ValidationError } from '../errors.ts';
import { parsePlainUrl } from '../plain-url.ts';

// The parser writes every number as a dotted IPv4 address, and an IPv6 address in brackets.
const NUMERIC_HOST = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;
const FIRST_FREE_PORT = 1024;

/**
 * The address of an endpoint in its one form.
 *
 * @param loopbackOrigins - origins on this machine that are allowed besides.
 * @throws ValidationError on `url`.
 */
export function readWebhookUrl(text: string, loopbackOrigins: ReadonlySet<string>): string {
  const url = parsePlainUrl(text, WEBHOOK_LIMITS.urlChars);
  if (url && isAllowed(url, loopbackOrigins)) return url.href;
  throw new ValidationError([{ field: 'url', issue: { rule: 'webhookUrl' } }]);
}

function isAllowed(url: URL, loopbackOrigins: ReadonlySet<string>): boolean {
  // Escapes make it longer than what was written.
  if (url.href.length > WEBHOOK_LIMITS.urlChars) return false;
  if (url.hash !== '' || url.href.includes('#') || url.username !== '' || url.password !== '') return false;
  if (loopbackOrigins.has(url.origin)) return true;
  if (url.protocol !== 'https:' || NUMERIC_HOST.test(url.hostname)) return false;
  return url.port === '' || Number(url.port) >= FIRST_FREE_PORT;
}
