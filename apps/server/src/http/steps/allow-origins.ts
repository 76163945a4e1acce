import { METHODS, REQUEST_HEADERS, RESPONSE_HEADERS } from '@procurement-intents/contract';
import {
  BEARER_METHODS,
  BEARER_REQUEST_HEADERS,
  BEARER_RESPONSE_HEADERS,
  isBearerPath,
} from '@procurement-intents/contract/bearer';
import cors from 'cors';
import type { RequestContext } from '../request-context.ts';

// Browsers repeat the preflight request after this time, so a changed list takes effect soon.
const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of these origins call and read the API. Signatures come from their backends, bearer tokens from the person;
 * the cookie of the console is never taken from them.
 *
 * @returns a step that returns whether the request continues; it answers preflight requests itself.
 */
export function allowOrigins(origins: readonly string[]): (request: RequestContext) => boolean {
  if (origins.length === 0) return () => true;
  const [signed, bearer] = [SIGNED, BEARER].map(({ methods, requestHeaders, responseHeaders }) =>
    cors({
      origin: [...origins],
      methods: [...methods],
      allowedHeaders: [...requestHeaders],
      exposedHeaders: [...responseHeaders],
      maxAge: PREFLIGHT_SECONDS,
    }),
  ) as [ReturnType<typeof cors>, ReturnType<typeof cors>];
  return (request) => {
    request.applyHeaders();
    const apply = isBearerPath(request.path ?? '') ? bearer : signed;
    let continues = false;
    apply(request.req, request.res, () => (continues = true));
    return continues;
  };
}

const SIGNED = { methods: METHODS, requestHeaders: REQUEST_HEADERS, responseHeaders: RESPONSE_HEADERS };
const BEARER = {
  methods: BEARER_METHODS,
  requestHeaders: BEARER_REQUEST_HEADERS,
  responseHeaders: BEARER_RESPONSE_HEADERS,
};
