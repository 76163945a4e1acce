import type { Language } from '@procurement-intents/contract';
import { type ErrorForm, errorFormAt } from '@procurement-intents/contract/bearer';
import {
  ApiError,
  presentRefusal,
  type Refusal,
  refusalOf,
  ValidationError,
} from '@procurement-intents/domain';
import { BearerError, presentBearerError } from '@procurement-intents/domain/bearer';
import { OAuthError, presentOAuthError } from '@procurement-intents/domain/oauth';
import { isTransient } from '../postgres/database-errors.ts';
import { encodeAnswer, type EncodedAnswer } from './send.ts';

/** A refusal as it is written. */
export type RenderedError = EncodedAnswer & { name: string };

/** Renders whatever was thrown, in the form that the callers of some paths expect. It never shows the cause. */
export type RenderError = (error: unknown, language: Language) => RenderedError;

/** What was thrown as a refusal that both schemes know. */
export function refusalOfAny(error: unknown, language: Language): Refusal {
  if (error instanceof ApiError || error instanceof ValidationError) return refusalOf(error, language);
  if (isTransient(error)) return { name: 'UNAVAILABLE', data: null, headers: {} };
  // Express throws this for a path that it cannot decode.
  if (error instanceof URIError) return { name: 'ROUTE_NOT_FOUND', data: null, headers: {} };
  return { name: 'INTERNAL', data: null, headers: {} };
}

const render = (refusal: Refusal, language: Language): RenderedError => ({
  name: refusal.name,
  ...encodeAnswer(presentRefusal(refusal, language)),
});

/** Refusals without details, by name: most are, so each is rendered once. */
const PLAIN: Record<Language, Map<string, RenderedError>> = { zh: new Map(), en: new Map() };

function renderPlain(refusal: Refusal, language: Language): RenderedError {
  const known = PLAIN[language].get(refusal.name);
  if (known) return known;
  const rendered = render(refusal, language);
  PLAIN[language].set(refusal.name, rendered);
  return rendered;
}

/** The envelope of the signed scheme, looked up in `ERRORS` by name. */
export const renderEnvelope: RenderError = (error, language) => {
  const refusal = refusalOfAny(error, language);
  const isPlain = refusal.data === null && Object.keys(refusal.headers).length === 0;
  return isPlain ? renderPlain(refusal, language) : render(refusal, language);
};

/** The errors of the bearer scheme, looked up in `BEARER_ERRORS` by code. */
const renderBearerError: RenderError = (error, language) => {
  const refusal = error instanceof BearerError ? error : refusalOfAny(error, language);
  const answer = presentBearerError(refusal, language);
  return { name: answer.body.error.code, ...encodeAnswer(answer) };
};

/** The errors of the authorization server, looked up in `OAUTH_ERRORS` by code. */
const renderOAuthError: RenderError = (error, language) => {
  const answer = presentOAuthError(
    error instanceof OAuthError || error instanceof BearerError ? error : refusalOfAny(error, language),
  );
  return { name: answer.body.error, ...encodeAnswer(answer) };
};

const RENDER: Record<ErrorForm, RenderError> = {
  envelope: renderEnvelope,
  bearer: renderBearerError,
  oauth: renderOAuthError,
};

/** The form of errors at a path; the envelope for a request without one. */
export const rendererAt = (path: string | null): RenderError => RENDER[errorFormAt(path ?? '')];
