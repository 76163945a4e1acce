import { type Language, SUCCESS_MESSAGE } from '@procurement-intents/contract';
import { errorFormAt } from '@procurement-intents/contract/bearer';
import { type CallerError, isCallerError, presentRefusal, refusalOf } from '@procurement-intents/domain';
import { BearerError, presentBearerError } from '@procurement-intents/domain/bearer';
import { OAuthError, presentOAuthError } from '@procurement-intents/domain/oauth';
import type { FetchResponse } from '../../runtime-types.ts';
import { readHeaders } from './incoming-request.ts';

/** The result of an operation, before it is put into its envelope. */
export interface Success {
  status: 200 | 201;
  data: unknown;
  headers?: Record<string, string>;
  message?: string;
  /** In place of the envelope: a body of another type. */
  text?: { type: string; body: string };
}

/** The response to the caller. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** Headers of every response to one request. */
export type CommonHeaders = Record<string, string>;

export function renderSuccess(
  { status, data, headers, message, text }: Success,
  common: CommonHeaders,
): Answer {
  if (text) return { status, headers: { ...common, ...headers, 'Content-Type': text.type }, body: text.body };
  return render(status, { code: 0, message: message ?? SUCCESS_MESSAGE, data }, { ...common, ...headers });
}

/** What a caller shall see of a call, in the form of its path. */
export type Refused = CallerError | BearerError | OAuthError;

export const isRefused = (error: unknown): error is Refused =>
  isCallerError(error) || error instanceof BearerError || error instanceof OAuthError;

/** @param path - of the request: it chooses the form of errors. */
export function renderError(
  error: Refused,
  { path, language }: { path: string; language: Language },
  common: CommonHeaders,
): Answer {
  const { status, headers, body } = presentFor(path, error, language);
  return render(status, body, { ...common, ...headers });
}

function presentFor(path: string, error: Refused, language: Language) {
  const refusal = isCallerError(error) ? refusalOf(error, language) : error;
  const form = errorFormAt(path);
  if (form === 'oauth') return presentOAuthError(refusal);
  if (refusal instanceof OAuthError) throw error;
  if (refusal instanceof BearerError || form === 'bearer') return presentBearerError(refusal, language);
  return presentRefusal(refusal, language);
}

export const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

function render(status: number, envelope: object, headers: Record<string, string>): Answer {
  return {
    status,
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(envelope),
  };
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

/** The parts of a `Response` that the client reads. Node takes some 40 ms to load its own class on first use. */
export function toFetchResponse({ status, headers, body }: Answer): FetchResponse {
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: readHeaders(headers),
    text: async () => body ?? '',
  };
}
