import { parseJsonBody, requireNoBody } from '@procurement-intents/domain';
import type { RequestContext } from '../request-context.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes);

/** Parses the JSON object of a route with a body, or refuses a body on a route without one. */
export function parseBody({ req, rawBody }: RequestContext, expected: 'json' | 'none'): unknown {
  if (expected === 'none') return requireNoBody(rawBody);
  const headers = { contentType: req.get('content-type'), contentEncoding: req.get('content-encoding') };
  return parseJsonBody(rawBody, headers, decodeUtf8);
}
