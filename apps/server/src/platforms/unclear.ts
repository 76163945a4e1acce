import type { UnclearAnswer, UnclearReason } from '@procurement-intents/domain';
import { errors } from 'undici';
import { CallEnded } from '../outbound/deadline.ts';

// A gateway may not delay a job for longer, whatever it asks for.
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000;

const REASON_BY_CODE: Readonly<Record<string, UnclearReason>> = {
  BLOCKED_ADDRESS: 'BLOCKED_ADDRESS',
  ANSWER_TOO_LARGE: 'TOO_LARGE',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'TOO_LARGE',
  UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'TIMEOUT',
  UND_ERR_HEADERS_OVERFLOW: 'BAD_ANSWER',
};

export function unclear(reason: UnclearReason, retryAfterMs?: number): UnclearAnswer {
  return { ok: false, kind: 'unclear', reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** The same answer for a call of which no byte has left. */
export function notSent(answer: UnclearAnswer): UnclearAnswer {
  return { ...answer, isNotSent: true };
}

/** The answer for a status that is not definite, with the wait that `Retry-After` asks for. */
export function unclearStatus(status: number, retryAfter?: string | string[]): UnclearAnswer {
  const pauseMs = typeof retryAfter === 'string' ? readRetryAfterMs(retryAfter, Date.now()) : undefined;
  return { ...unclear(status === 429 ? 'RATE_LIMITED' : `HTTP_${status}`, pauseMs), status };
}

/**
 * The answer for an error of the network, the protocol or the body.
 *
 * @throws the error itself when it is none of these: then it is a defect of this code.
 */
export function unclearError(error: unknown): UnclearAnswer {
  if (error instanceof CallEnded) return unclear(error.reason);
  if (error instanceof errors.HTTPParserError) return unclear('BAD_ANSWER');
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || code === 'UND_ERR_INVALID_ARG' || code.startsWith('ERR_INVALID_'))
    throw error;
  const isUnreadable = /^(?:Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING|ERR_ENCODING)/.test(code);
  return unclear(REASON_BY_CODE[code] ?? (isUnreadable ? 'BAD_ANSWER' : 'CONNECTION'));
}

/** Milliseconds to wait by a `Retry-After` value (seconds or an HTTP date), at most an hour; undefined when unreadable. */
export function readRetryAfterMs(value: string, nowMs: number): number | undefined {
  const text = value.trim();
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}
