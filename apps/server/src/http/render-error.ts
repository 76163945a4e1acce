import type { ErrorName, Language } from '@procurement-intents/contract';
import {
  ApiError,
  presentRefusal,
  type Refusal,
  refusalOf,
  ValidationError,
} from '@procurement-intents/domain';
import { isTransient } from '../postgres/database-errors.ts';
import { encodeAnswer, type EncodedAnswer } from './send.ts';

/** A refusal as it is written. */
type RenderedError = EncodedAnswer & { name: ErrorName };

function refusalOfAny(error: unknown, language: Language): Refusal {
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
const PLAIN: Record<Language, Map<ErrorName, RenderedError>> = { zh: new Map(), en: new Map() };

function renderPlain(refusal: Refusal, language: Language): RenderedError {
  const known = PLAIN[language].get(refusal.name);
  if (known) return known;
  const rendered = render(refusal, language);
  PLAIN[language].set(refusal.name, rendered);
  return rendered;
}

/** The response for whatever was thrown, looked up in `ERRORS` by name. It never shows the cause. */
export function renderError(error: unknown, language: Language): RenderedError {
  const refusal = refusalOfAny(error, language);
  const isPlain = refusal.data === null && Object.keys(refusal.headers).length === 0;
  return isPlain ? renderPlain(refusal, language) : render(refusal, language);
}
