import { METHODS, REQUEST_HEADERS, RESPONSE_HEADERS } from '@procurement-intents/contract';
import cors from 'cors';
import type { RequestContext } from '../request-context.ts';

// Browsers repeat the preflight request after this time, so a changed list takes effect soon.
const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of these origins call and read the API. Signatures come from their backends; cookies are never used.
 *
 * @returns a step that returns whether the request continues; it answers preflight requests itself.
 */
export function allowOrigins(origins: readonly string[]): (request: RequestContext) => boolean {
  if (origins.length === 0) return () => true;
  const apply = cors({
    origin: [...origins],
    methods: [...METHODS],
    allowedHeaders: [...REQUEST_HEADERS],
    exposedHeaders: [...RESPONSE_HEADERS],
    maxAge: PREFLIGHT_SECONDS,
  });
  return (request) => {
    request.applyHeaders();
    let continues = false;
    apply(request.req, request.res, () => (continues = true));
    return continues;
  };
}
