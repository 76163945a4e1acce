import { parseFormBody, parseJsonBody, requireNoBody } from '@procurement-intents/domain';
import type { RequestContext } from '../request-context.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes);

const toLatin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Parses the JSON object or the form of a route with a body, or refuses a body on a route without one. */
export function parseBody(
  { req, rawBody }: RequestContext,
  expected: 'json' | 'form' | 'bytes' | 'none',
): unknown {
  if (expected === 'none') return requireNoBody(rawBody);
  if (expected === 'bytes') return rawBody;
  const headers = { contentType: req.get('content-type'), contentEncoding: req.get('content-encoding') };
  if (expected === 'form') return parseFormBody(rawBody, headers, toLatin1);
  return parseJsonBody(rawBody, headers, decodeUtf8);
}
