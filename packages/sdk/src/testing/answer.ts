import { type Language, SUCCESS_MESSAGE } from '@procurement-intents/contract';
import { type CallerError, presentRefusal, refusalOf } from '@procurement-intents/domain';
import type { FetchResponse } from '../runtime-types.ts';
import { readHeaders } from './incoming-request.ts';

/** The result of an operation, before it is put into its envelope. */
export interface Success {
  status: 200 | 201;
  data: unknown;
  headers?: Record<string, string>;
  message?: string;
}

/** The response to the caller. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** Headers of every response to one request. */
export type CommonHeaders = Record<string, string>;

export function renderSuccess({ status, data, headers, message }: Success, common: CommonHeaders): Answer {
  return render(status, { code: 0, message: message ?? SUCCESS_MESSAGE, data }, { ...common, ...headers });
}

export function renderError(error: CallerError, language: Language, common: CommonHeaders): Answer {
  const { status, headers, body } = presentRefusal(refusalOf(error, language), language);
  return render(status, body, { ...common, ...headers });
}

function render(status: number, envelope: object, headers: Record<string, string>): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
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
