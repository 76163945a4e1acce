import type { ErrorName, Language } from '@procurement-intents/contract';
import { presentRefusal, type Refusal, refusalOf } from '@procurement-intents/domain';
import { ApiError, ValidationError } from '../errors.ts';
import { isTransient } from '../postgres/database-errors.ts';
import type { Answer } from './handler.ts';

function refusalOfAny(error: unknown, language: Language): Refusal {
  if (error instanceof ApiError || error instanceof ValidationError) return refusalOf(error, language);
  if (isTransient(error)) return { name: 'UNAVAILABLE', data: null, headers: {} };
  // Express throws this for a path that it cannot decode.
  if (error instanceof URIError) return { name: 'ROUTE_NOT_FOUND', data: null, headers: {} };
  return { name: 'INTERNAL', data: null, headers: {} };
}

/** The response for whatever was thrown, looked up in `ERRORS` by name. It never shows the cause. */
export function renderError(error: unknown, language: Language): Answer & { name: ErrorName } {
  const refusal = refusalOfAny(error, language);
  return { name: refusal.name, ...presentRefusal(refusal, language) };
}
